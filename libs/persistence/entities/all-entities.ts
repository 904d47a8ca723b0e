import { type EntitySchema } from 'typeorm';
import { type Sanitiser } from '../sanitise/sanitiser.js';
import { type Dialect } from '../schema/dialect.js';
import { EntityColumns } from '../schema/entity-columns.js';
import { apiKeyEntity } from './api-key.entity.js';
import { alertChannelEntity, alertDeliveryEntity, alertIncidentEntity } from './alert.entity.js';
import { appSettingEntity } from './app-setting.entity.js';
import { articleChangeEntity, changeCounterEntity } from './article-change.entity.js';
import { articleRevisionEntity } from './article-revision.entity.js';
import { articleEntity } from './article.entity.js';
import { attachmentEntity } from './attachment.entity.js';
import { auditEntryEntity } from './audit-entry.entity.js';
import { articleSummaryEntity, briefingEntity } from './briefing.entity.js';
import { consoleSessionEntity } from './console-session.entity.js';
import { consoleUserEntity } from './console-user.entity.js';
import { crawlJobEntity } from './crawl-job.entity.js';
import { crawlLogEntity } from './crawl-log.entity.js';
import { deletedDocumentEntity } from './deleted-document.entity.js';
import { departmentEntity } from './department.entity.js';
import { feedConsumerEntity } from './feed-consumer.entity.js';
import { errandEntity } from './errand.entity.js';
import { hostLeaseEntity } from './host-lease.entity.js';
import { loginAttemptEntity } from './login-attempt.entity.js';
import { pendingDocumentEntity } from './pending-document.entity.js';
import {
  searchDocumentEntity,
  searchPostingEntity,
  searchStateEntity,
  searchTextEntity,
} from './search-index.entity.js';
import { siteEntity } from './site.entity.js';
import { sourceCheckEntity } from './source-check.entity.js';
import { sourceStateEntity } from './source-state.entity.js';
import { sourceStatsEntity } from './source-stats.entity.js';
import { targetEntity } from './target.entity.js';

/** All tables, in the words of one database and with its sanitiser built in. */
export function allEntities(dialect: Dialect, sanitiser: Sanitiser): EntitySchema[] {
  const columns = new EntityColumns(dialect, sanitiser);
  return [
    siteEntity(columns),
    targetEntity(columns),
    departmentEntity(columns),
    articleEntity(columns),
    articleRevisionEntity(columns),
    articleChangeEntity(columns),
    changeCounterEntity(columns),
    feedConsumerEntity(columns),
    attachmentEntity(columns),
    crawlLogEntity(columns),
    crawlJobEntity(columns),
    pendingDocumentEntity(columns),
    deletedDocumentEntity(columns),
    hostLeaseEntity(columns),
    appSettingEntity(columns),
    consoleUserEntity(columns),
    consoleSessionEntity(columns),
    apiKeyEntity(columns),
    loginAttemptEntity(columns),
    sourceStatsEntity(columns),
    sourceCheckEntity(columns),
    sourceStateEntity(columns),
    auditEntryEntity(columns),
    errandEntity(columns),
    searchPostingEntity(columns),
    searchDocumentEntity(columns),
    searchTextEntity(columns),
    searchStateEntity(columns),
    alertIncidentEntity(columns),
    alertChannelEntity(columns),
    alertDeliveryEntity(columns),
    briefingEntity(columns),
    articleSummaryEntity(columns),
  ] as EntitySchema[];
}
