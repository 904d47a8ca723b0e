import { type DataSource, type EntityManager } from 'typeorm';
import { inTransaction, insertIfAbsent, updateRows } from '../connection/transaction.js';
import { ArticleEntity } from '../entities/article.entity.js';
import { AttachmentEntity } from '../entities/attachment.entity.js';
import { CrawlJobEntity } from '../entities/crawl-job.entity.js';
import { SiteEntity } from '../entities/site.entity.js';
import { TargetEntity } from '../entities/target.entity.js';
import { asParameter } from '../sanitise/clean-text.js';
import { Dialect } from '../schema/dialect.js';
import { appendAudit, type Actor } from './audit.repository.js';
import { changedKeys, versionOf } from './row-version.js';

/** What people may set on a site. */
export type SiteSettings = Pick<
  SiteEntity,
  | 'siteName'
  | 'baseUrl'
  | 'cmsAdapter'
  | 'adapterParamsJson'
  | 'defaultFetchStrategy'
  | 'scheduleCron'
  | 'respectRobots'
  | 'robotsOnError'
  | 'managedBy'
>;

/** What would go with a site. */
export interface SiteLoss {
  targets: number;
  articles: number;
  attachments: number;
  jobs: number;
}

export type EditResult<T> =
  | { kind: 'done'; row: T }
  | { kind: 'not_found' }
  /** Somebody else changed it since it was read. */
  | { kind: 'stale' }
  /** Its file says these, and would say them again at the next synchronisation. */
  | { kind: 'managed_by_file'; fields: string[]; yamlPath: string | null };

export type SiteRemoval = { kind: 'removed' } | { kind: 'not_found' } | { kind: 'busy' } | { kind: 'has_articles' };

/** Names the state of a site that an edit was based on. */
export function siteVersion(site: SiteEntity): string {
  return versionOf(settingsOf(site));
}

/** Changes that people make to sites; each writes its audit entry in the same transaction. */
export class SiteEditRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Null when the code is taken. */
  create(
    site: Omit<SiteSettings, 'managedBy'> & { siteCode: string; enabled: boolean },
    actor: Actor,
  ): Promise<SiteEntity | null> {
    return inTransaction(this.dataSource, async (manager) => {
      const inserted = await insertIfAbsent(manager, SiteEntity, {
        ...site,
        managedBy: 'admin',
        disabledBy: site.enabled ? null : 'admin',
      });
      if (!inserted) return null;
      const row = await lockSite(manager, site.siteCode);
      await appendAudit(manager, [
        { actor, action: 'site.create', subjectKey: site.siteCode, before: null, after: { ...site } },
      ]);
      return row;
    });
  }

  /** `version` is the state that was read, or null to overwrite whatever is there. */
  update(
    siteCode: string,
    version: string | null,
    wanted: Partial<SiteSettings>,
    actor: Actor,
  ): Promise<EditResult<SiteEntity>> {
    return inTransaction(this.dataSource, async (manager) => {
      const site = await lockSite(manager, siteCode);
      if (!site) return { kind: 'not_found' };
      const before = settingsOf(site);
      if (version !== null && version !== versionOf(before)) return { kind: 'stale' };
      const changed = changedKeys(before, wanted);
      const isOurs = (wanted.managedBy ?? site.managedBy) === 'admin';
      const ofTheFile = changed.filter((field) => field !== 'managedBy');
      if (!isOurs && ofTheFile.length > 0) {
        return { kind: 'managed_by_file', fields: ofTheFile, yamlPath: site.yamlPath };
      }
      if (changed.length === 0) return { kind: 'done', row: site };
      const values = pick(wanted, changed);
      await updateRows(manager, SiteEntity, { ...values, updatedAt: now(manager) }, 'id = :id', { id: site.id });
      await appendAudit(manager, [
        { actor, action: 'site.update', subjectKey: siteCode, before: pick(before, changed), after: values },
      ]);
      return { kind: 'done', row: (await lockSite(manager, siteCode))! };
    });
  }

  /** Without a wish, the other state. What an operator switches off, no file switches on again. */
  setEnabled(siteCode: string, wish: boolean | null, actor: Actor): Promise<SiteEntity | null> {
    return inTransaction(this.dataSource, async (manager) => {
      const site = await lockSite(manager, siteCode);
      if (!site) return null;
      const enabled = wish ?? !site.enabled;
      const values = { enabled, disabledBy: enabled ? null : ('admin' as const) };
      await updateRows(manager, SiteEntity, { ...values, updatedAt: now(manager) }, 'id = :id', { id: site.id });
      const before = { enabled: site.enabled };
      await appendAudit(manager, [{ actor, action: 'site.toggle', subjectKey: siteCode, before, after: { enabled } }]);
      return { ...site, ...values };
    });
  }

  async lossOf(siteId: number): Promise<SiteLoss> {
    const { manager } = this.dataSource;
    const targets = await manager
      .createQueryBuilder(TargetEntity, 't')
      .where('t.siteId = :siteId', { siteId })
      .getCount();
    const articles = await manager
      .createQueryBuilder(ArticleEntity, 'a')
      .where('a.siteId = :siteId', { siteId })
      .getCount();
    const attachments = await manager
      .createQueryBuilder(AttachmentEntity, 'f')
      .innerJoin(ArticleEntity, 'a', 'a.id = f.articleId')
      .where('a.siteId = :siteId', { siteId })
      .getCount();
    const jobs = await manager
      .createQueryBuilder(CrawlJobEntity, 'j')
      .innerJoin(TargetEntity, 't', 't.id = j.targetId')
      .where('t.siteId = :siteId', { siteId })
      .getCount();
    return { targets, articles, attachments, jobs };
  }

  /** Its articles must be gone before; targets, jobs and logs go with it. Not while a crawl of it runs. */
  remove(siteCode: string, loss: SiteLoss, actor: Actor): Promise<SiteRemoval> {
    return inTransaction(this.dataSource, async (manager) => {
      const site = await lockSite(manager, siteCode);
      if (!site) return { kind: 'not_found' };
      if (await hasRunningJob(manager, 't.siteId = :id', site.id)) return { kind: 'busy' };
      const article = await manager
        .createQueryBuilder(ArticleEntity, 'a')
        .select('a.id')
        .where('a.siteId = :id', { id: site.id })
        .limit(1)
        .getOne();
      if (article) return { kind: 'has_articles' };
      await manager.createQueryBuilder().delete().from(SiteEntity).where('id = :id', { id: site.id }).execute();
      const before = { ...settingsOf(site), enabled: site.enabled, yamlPath: site.yamlPath, loss: { ...loss } };
      await appendAudit(manager, [{ actor, action: 'site.delete', subjectKey: siteCode, before, after: null }]);
      return { kind: 'removed' };
    });
  }

  isBusy(siteId: number): Promise<boolean> {
    return hasRunningJob(this.dataSource.manager, 't.siteId = :id', siteId);
  }
}

/** Whether a worker is at it right now; its writes would find nothing to belong to. */
export async function hasRunningJob(manager: EntityManager, where: string, id: number): Promise<boolean> {
  const job = await manager
    .createQueryBuilder(CrawlJobEntity, 'j')
    .select('j.id')
    .innerJoin(TargetEntity, 't', 't.id = j.targetId')
    .where(where, { id })
    .andWhere("j.state = 'running'")
    .limit(1)
    .getOne();
  return job !== null;
}

export function pick<T extends object>(from: Partial<T>, keys: (keyof T & string)[]): Record<string, unknown> {
  return Object.fromEntries(keys.map((key) => [key, from[key]]));
}

export function now(manager: EntityManager): () => string {
  return () => Dialect.of(manager.dataSource).now;
}

export function lockSite(manager: EntityManager, siteCode: string): Promise<SiteEntity | null> {
  return manager
    .createQueryBuilder(SiteEntity, 'site')
    .setLock('pessimistic_write')
    .where('site.siteCode = :siteCode', { siteCode: asParameter(siteCode) })
    .getOne();
}

function settingsOf(site: SiteEntity): SiteSettings {
  return {
    siteName: site.siteName,
    baseUrl: site.baseUrl,
    cmsAdapter: site.cmsAdapter,
    adapterParamsJson: site.adapterParamsJson,
    defaultFetchStrategy: site.defaultFetchStrategy,
    scheduleCron: site.scheduleCron,
    respectRobots: site.respectRobots,
    robotsOnError: site.robotsOnError,
    managedBy: site.managedBy,
  };
}
