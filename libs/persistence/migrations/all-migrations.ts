import { type MigrationInterface } from 'typeorm';
import { InitialSchema1767225600000 } from './1767225600000-initial-schema.js';
import { PendingDocuments1767225660000 } from './1767225660000-pending-documents.js';
import { AttachmentDownloads1767225720000 } from './1767225720000-attachment-downloads.js';
import { AuditLog1767225780000 } from './1767225780000-audit-log.js';
import { WithdrawnArticles1767226000000 } from './1767226000000-withdrawn-articles.js';
import { CrashBlame1767226010000 } from './1767226010000-crash-blame.js';
import { SourceChecks1767226100000 } from './1767226100000-source-checks.js';
import { Accounts1767226200000 } from './1767226200000-accounts.js';
import { JobChanges1767226210000 } from './1767226210000-job-changes.js';
import { ArticleArrivals1767226220000 } from './1767226220000-article-arrivals.js';
import { SearchIndex1767226300000 } from './1767226300000-search-index.js';
import { Errands1767226400000 } from './1767226400000-errands.js';
import { ChangeFeed1767226500000 } from './1767226500000-change-feed.js';
import { Alerts1767226700000 } from './1767226700000-alerts.js';
import { Briefings1767227500000 } from './1767227500000-briefings.js';
import { DeletedDocuments1767227800000 } from './1767227800000-deleted-documents.js';
import { SearchText1767227900000 } from './1767227900000-search-text.js';

/** Listed by hand: a migration runs because somebody put it here, not because a file lies in a folder. */
export const ALL_MIGRATIONS: (new () => MigrationInterface)[] = [
  InitialSchema1767225600000,
  PendingDocuments1767225660000,
  AttachmentDownloads1767225720000,
  AuditLog1767225780000,
  WithdrawnArticles1767226000000,
  CrashBlame1767226010000,
  SourceChecks1767226100000,
  Accounts1767226200000,
  JobChanges1767226210000,
  ArticleArrivals1767226220000,
  SearchIndex1767226300000,
  Errands1767226400000,
  ChangeFeed1767226500000,
  Alerts1767226700000,
  Briefings1767227500000,
  DeletedDocuments1767227800000,
  SearchText1767227900000,
];
