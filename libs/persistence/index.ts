export { Database, openDatabase, type DatabaseConfig } from './database.js';
export { ApiKeyRepository, type ApiKey, type NewApiKey } from './repositories/api-key.repository.js';
export {
  ArticleRepository,
  type ArticleDetail,
  type ArticleListItem,
  type ArticlePage,
  type ArticleSearch,
  type KnownArticle,
  type SiteArticleCount,
} from './repositories/article.repository.js';
export { type StoreArticle, type StoreResult } from './repositories/store-article.js';
export {
  AttachmentRepository,
  type DownloadedAttachment,
  type DownloadTask,
  type TextTask,
  type WrittenText,
} from './repositories/attachment.repository.js';
export {
  ArticleDeletionRepository,
  type DeletedArticles,
  type OrphanedFiles,
} from './repositories/article-deletion.repository.js';
export { AuditRepository, type Actor, type AuditEntry, type NewAuditEntry } from './repositories/audit.repository.js';
export { BriefingRepository, type BriefedDocument, type Briefing } from './repositories/briefing.repository.js';
export { SummaryRepository, type NewSummary, type SummarisedDocument } from './repositories/summary.repository.js';
export { ChangeRepository, type ArticleChange, type ChangePage } from './repositories/change.repository.js';
export { passes as passesFilter } from './repositories/change-filter.js';
export {
  CrawlJobRepository,
  type CrawlJob,
  type HostQueue,
  type NewCrawlJob,
} from './repositories/crawl-job.repository.js';
export { CrawlLogRepository, type CrawlLog, type NewCrawlLog } from './repositories/crawl-log.repository.js';
export {
  DeliveryRepository,
  type DocumentSearch,
  type StoredDocument,
  type StoredEvidence,
  type StoredFileText,
} from './repositories/delivery.repository.js';
export {
  DepartmentRepository,
  departmentVersion,
  type Department,
  type DepartmentEdit,
} from './repositories/department.repository.js';
export {
  FeedConsumerRepository,
  type AckResult,
  type FeedConsumer,
  type NewFeedConsumer,
} from './repositories/feed-consumer.repository.js';
export { ErrandRepository, type Errand, type NewErrand } from './repositories/errand.repository.js';
export { type Fence } from './repositories/fence.js';
export { FullTextRepository, type FullTextSource } from './repositories/full-text.repository.js';
export { HostLeaseRepository, type HostLease } from './repositories/host-lease.repository.js';
export {
  ListingRepository,
  type Absences,
  type CompletedListing,
  type WholeListing,
} from './repositories/listing.repository.js';
export { PendingDocumentRepository, type PendingDocument } from './repositories/pending-document.repository.js';
export { ScheduleRepository } from './repositories/schedule.repository.js';
export { SessionRepository, type ConsoleSession } from './repositories/session.repository.js';
export {
  SourceScheduleRepository,
  type EndedCheck,
  type NewSourceCheck,
  type ScheduledSource,
  type SourceCheck,
  type SourceFacts,
} from './repositories/source-schedule.repository.js';
export { sourceIdOf, SourceStateRepository, type SourceState } from './repositories/source-state.repository.js';
export { SourceRepository, type SourceSearch, type StoredSource } from './repositories/source.repository.js';
export { ReparseRepository, type ReparsedContent } from './repositories/reparse.repository.js';
export { SettingsRepository } from './repositories/settings.repository.js';
export {
  SiteEditRepository,
  siteVersion,
  type EditResult,
  type SiteLoss,
  type SiteRemoval,
  type SiteSettings,
} from './repositories/site-edit.repository.js';
export { SiteRepository, type SiteWithTargets } from './repositories/site.repository.js';
export {
  StatisticsRepository,
  type DepartmentArticles,
  type SiteArticles,
  type TargetFailures,
} from './repositories/statistics.repository.js';
export { StoredDocumentRepository, type StoredRevision } from './repositories/stored-document.repository.js';
export { targetCodeOf, type SyncResult } from './repositories/sync-site-file.js';
export {
  parserVersion,
  TargetEditRepository,
  targetVersion,
  type NewTarget,
  type TargetCreation,
  type TargetRemoval,
  type TargetSettings,
} from './repositories/target-edit.repository.js';
export { TargetRepository, type ScheduledTarget, type StoredPlan } from './repositories/target.repository.js';
export {
  UserRepository,
  userVersion,
  type ConsoleUser,
  type UserChange,
  type UserEdit,
} from './repositories/user.repository.js';
export { type AttachmentEntity as Attachment } from './entities/attachment.entity.js';
export { type SiteEntity as Site, type ManagedBy } from './entities/site.entity.js';
export { type TargetEntity as Target } from './entities/target.entity.js';
export { isDiskFull } from './files/disk-full.js';
export { AttachmentFileStore, type PartialFile, type Validator } from './files/attachment-file-store.js';
export {
  FileStore,
  attachmentPath,
  documentFileName,
  type AttachmentPlace,
  type DocumentPaths,
  type DocumentPlace,
  type StoredFile,
} from './files/file-store.js';
export { safeFilename } from './files/safe-filename.js';
export {
  ArticleFinder,
  type ArticleHighlight,
  type ArticleQuery,
  type FoundArticles,
} from './search/article-finder.js';
export { type Candidate } from './search/candidate-sets.js';
export { type ArticleFilter } from './search/search-questions.js';
export { SearchIndexer, type IndexStep, type ReadTextFile } from './search/search-indexer.js';
export {
  AlertRepository,
  type AlertChannel,
  type AlertDelivery,
  type AlertIncident,
  type NewAlertChannel,
} from './repositories/alert.repository.js';
export { type TableDump } from './backup/table-dump.js';
export { type PersistenceLogger } from './sanitise/sanitiser.js';
