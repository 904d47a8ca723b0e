import { type AlertChannelKind, type AlertSeverity } from '@govcrawler/contracts';
import { type AlertFigures, type AlertFinding, hostKey } from '@govcrawler/core';
import { type DataSource, type EntityManager } from 'typeorm';
import { deleteInChunks } from '../connection/delete-in-chunks.js';
import { inTransaction, insertIfAbsent, updateRows } from '../connection/transaction.js';
import { AlertChannelEntity, AlertDeliveryEntity, AlertIncidentEntity } from '../entities/alert.entity.js';
import { ArticleEntity } from '../entities/article.entity.js';
import { CrawlJobEntity } from '../entities/crawl-job.entity.js';
import { CrawlLogEntity } from '../entities/crawl-log.entity.js';
import { SiteEntity } from '../entities/site.entity.js';
import { TargetEntity } from '../entities/target.entity.js';
import { storedCode } from '../sanitise/stored-code.js';
import { Dialect } from '../schema/dialect.js';

export type AlertIncident = AlertIncidentEntity;
export type AlertChannel = AlertChannelEntity;
export type AlertDelivery = AlertDeliveryEntity;

export interface NewAlertChannel {
  name: string;
  kind: AlertChannelKind;
  url: string;
  secret: string | null;
  enabled: boolean;
  minSeverity: AlertSeverity;
}

/** What a look changed. */
export interface IncidentChanges {
  /** New troubles, and known ones that became critical. */
  risen: AlertIncident[];
  recovered: AlertIncident[];
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HISTORY_MS = 90 * DAY_MS;
const PUBLISHED = 'LEAST(COALESCE(article.publishTime, article.fetchedAt), article.fetchedAt)';
const MAX_SAMPLE = 5_000;
const SHORT_BODY = 100;
const MESSAGE_INCIDENTS = 20;

/** Troubles, channels and messages. */
export class AlertRepository {
  private readonly dialect: Dialect;

  constructor(private readonly dataSource: DataSource) {
    this.dialect = Dialect.of(dataSource);
  }

  /** What the rules look at; `disk` is not the database's to know. */
  async figures(): Promise<Omit<AlertFigures, 'disk'>> {
    const targets = await this.dataSource
      .createQueryBuilder(TargetEntity, 'target')
      .innerJoin(SiteEntity, 'site', 'site.id = target.siteId')
      .select(['target.id AS id', 'target.target_code AS code', 'target.target_name AS name'])
      .where('target.enabled = :yes AND site.enabled = :yes', { yes: true })
      .getRawMany<{ id: string | number; code: string; name: string }>();
    const nameOf = new Map(targets.map((target) => [Number(target.id), target]));
    return {
      failures: await this.failures(),
      targets: await this.publications(nameOf),
      samples: await this.samples(nameOf),
      oldestQueuedAt: await this.oldestQueued(),
    };
  }

  /** Compares one look with what is known: new troubles begin, others go on or end. */
  async record(findings: readonly AlertFinding[]): Promise<IncidentChanges> {
    const keyOf = ({ rule, subject }: AlertFinding) => storedCode('alert_incident', 'open_key', `${rule}/${subject}`);
    const byKey = new Map(findings.map((finding) => [keyOf(finding), finding]));
    return inTransaction(this.dataSource, async (manager) => {
      const open = await this.open(manager);
      const risen: number[] = [];
      for (const [openKey, { rule, subject, severity, title, message }] of byKey) {
        const known = open.find((incident) => incident.openKey === openKey);
        if (!known) {
          const added = await insertIfAbsent(manager, AlertIncidentEntity, {
            rule,
            subject,
            openKey,
            severity,
            title,
            message,
          });
          if (added) risen.push(added.id);
          continue;
        }
        // The worst that was said holds until it is over: what goes up and down around a limit is told once.
        const worst = known.severity === 'critical' ? known.severity : severity;
        const values = { severity: worst, title, message, seen: () => 'seen + 1', lastAt: () => this.dialect.now };
        await updateRows(manager, AlertIncidentEntity, values, 'id = :id', { id: known.id });
        if (severity === 'critical' && known.severity !== 'critical') risen.push(known.id);
      }
      const ended = open.filter(({ openKey }) => !byKey.has(openKey!)).map(({ id }) => id);
      if (ended.length > 0) {
        const values = { openKey: null, recoveredAt: () => this.dialect.now };
        await updateRows(manager, AlertIncidentEntity, values, 'id IN (:...ended)', { ended });
      }
      return { risen: await this.byIds(manager, risen), recovered: await this.byIds(manager, ended) };
    });
  }

  openIncidents(): Promise<AlertIncident[]> {
    return this.open(this.dataSource.manager);
  }

  async incidents(options: {
    firing?: boolean;
    limit: number;
    offset: number;
  }): Promise<{ total: number; items: AlertIncident[] }> {
    const query = this.dataSource.createQueryBuilder(AlertIncidentEntity, 'incident');
    if (options.firing !== undefined) query.where(`incident.openKey IS ${options.firing ? 'NOT ' : ''}NULL`);
    const [items, total] = await query
      .orderBy('incident.lastAt', 'DESC')
      .addOrderBy('incident.id', 'DESC')
      .limit(options.limit)
      .offset(options.offset)
      .getManyAndCount();
    return { total, items };
  }

  /** Null when there is no such incident; a second acknowledgement changes nothing. */
  async acknowledge(id: number, by: string): Promise<AlertIncident | null> {
    const values = { acknowledgedAt: () => this.dialect.now, acknowledgedBy: by };
    await updateRows(this.dataSource.manager, AlertIncidentEntity, values, 'id = :id AND acknowledged_at IS NULL', {
      id,
    });
    return (await this.byIds(this.dataSource.manager, [id]))[0] ?? null;
  }

  channels(): Promise<AlertChannel[]> {
    return this.dataSource.createQueryBuilder(AlertChannelEntity, 'channel').orderBy('channel.id').getMany();
  }

  channel(id: number): Promise<AlertChannel | null> {
    return this.dataSource.createQueryBuilder(AlertChannelEntity, 'channel').where('channel.id = :id', { id }).getOne();
  }

  async addChannel(channel: NewAlertChannel): Promise<number> {
    return (await insertIfAbsent(this.dataSource.manager, AlertChannelEntity, { ...channel }))!.id;
  }

  async changeChannel(id: number, values: Partial<NewAlertChannel>): Promise<void> {
    if (Object.keys(values).length === 0) return;
    await updateRows(this.dataSource.manager, AlertChannelEntity, values, 'id = :id', { id });
  }

  async removeChannel(id: number): Promise<boolean> {
    const query = this.dataSource.createQueryBuilder().delete().from(AlertChannelEntity).where('id = :id', { id });
    return ((await query.execute()).affected ?? 0) > 0;
  }

  /** One message for several troubles of one look: nobody reads forty of them. */
  async enqueue(
    kind: AlertDelivery['kind'],
    channel: Pick<AlertChannel, 'id'>,
    message: { title: string; text: string },
    incidents: readonly AlertIncident[] = [],
  ): Promise<number> {
    const told = incidents
      .slice(0, MESSAGE_INCIDENTS)
      .map(({ id, rule, subject, severity, title }) => ({ id, rule, subject, severity, title }));
    const row = {
      channelId: channel.id,
      kind,
      ...message,
      incidentsJson: { incidents: told, ids: incidents.map(({ id }) => id) },
    };
    return (await insertIfAbsent(this.dataSource.manager, AlertDeliveryEntity, row))!.id;
  }

  /** Takes messages that are due; they come again after `againInMs` unless they were settled by then. */
  async takeDue(limit: number, againInMs: number): Promise<{ delivery: AlertDelivery; channel: AlertChannel }[]> {
    const due = await this.dataSource
      .createQueryBuilder(AlertDeliveryEntity, 'delivery')
      .where(`delivery.state = 'pending' AND delivery.nextTryAt <= ${this.dialect.now}`)
      .orderBy('delivery.id')
      .limit(limit)
      .getMany();
    const taken: { delivery: AlertDelivery; channel: AlertChannel }[] = [];
    for (const delivery of due) {
      const later = { nextTryAt: () => this.dialect.nowPlus(againInMs), attempts: () => 'attempts + 1' };
      const mine = 'id = :id AND attempts = :attempts AND state = :state';
      const parameters = { id: delivery.id, attempts: delivery.attempts, state: 'pending' };
      // Of two processes that saw the same message, one changes the row.
      if ((await updateRows(this.dataSource.manager, AlertDeliveryEntity, later, mine, parameters)) === 0) continue;
      const channel = await this.channel(delivery.channelId);
      if (channel) taken.push({ delivery: { ...delivery, attempts: delivery.attempts + 1 }, channel });
    }
    return taken;
  }

  async settle(
    id: number,
    outcome:
      | { sent: true; httpStatus: number }
      | { sent: false; httpStatus: number | null; error: string; againInMs: number | null },
  ): Promise<void> {
    const values = outcome.sent
      ? {
          state: 'sent' as const,
          httpStatus: outcome.httpStatus,
          error: null,
          nextTryAt: null,
          sentAt: () => this.dialect.now,
        }
      : {
          state: outcome.againInMs === null ? ('failed' as const) : ('pending' as const),
          httpStatus: outcome.httpStatus,
          error: outcome.error,
          nextTryAt: outcome.againInMs === null ? null : () => this.dialect.nowPlus(outcome.againInMs!),
        };
    await updateRows(this.dataSource.manager, AlertDeliveryEntity, values, 'id = :id', { id });
  }

  /** Sends a message once more, whatever became of it; false when there is none. */
  async resend(id: number): Promise<boolean> {
    const values = {
      state: 'pending' as const,
      attempts: 0,
      error: null,
      sentAt: null,
      nextTryAt: () => this.dialect.now,
    };
    return (await updateRows(this.dataSource.manager, AlertDeliveryEntity, values, 'id = :id', { id })) > 0;
  }

  async deliveries(options: {
    channelId?: number;
    limit: number;
    offset: number;
  }): Promise<{ total: number; items: AlertDelivery[] }> {
    const query = this.dataSource.createQueryBuilder(AlertDeliveryEntity, 'delivery');
    if (options.channelId !== undefined)
      query.where('delivery.channelId = :channelId', { channelId: options.channelId });
    const [items, total] = await query
      .orderBy('delivery.id', 'DESC')
      .limit(options.limit)
      .offset(options.offset)
      .getManyAndCount();
    return { total, items };
  }

  /** Forgets troubles that ended and messages that were settled before, and says how many. */
  async prune(olderThanMs: number): Promise<number> {
    const before = this.dialect.nowPlus(-olderThanMs);
    const over = `entry.openKey IS NULL AND entry.lastAt < ${before}`;
    const settled = `entry.state <> 'pending' AND entry.createdAt < ${before}`;
    return (
      (await deleteInChunks(this.dataSource, AlertIncidentEntity, over)) +
      (await deleteInChunks(this.dataSource, AlertDeliveryEntity, settled))
    );
  }

  private async failures(): Promise<AlertFigures['failures']> {
    const rows = await this.dataSource
      .createQueryBuilder(CrawlLogEntity, 'log')
      .innerJoin(SiteEntity, 'site', 'site.id = log.siteId')
      .select('site.siteCode', 'siteCode')
      .addSelect('site.siteName', 'siteName')
      .addSelect('site.baseUrl', 'baseUrl')
      .addSelect('COUNT(*)', 'attempts')
      .addSelect('SUM(CASE WHEN log.success THEN 0 ELSE 1 END)', 'failures')
      .addSelect(
        `SUM(CASE WHEN NOT log.success AND (log.httpStatus IN (401, 403, 412, 429, 521) OR log.errorMsg LIKE '%blocked%'
          OR log.errorMsg LIKE '%challenge%') THEN 1 ELSE 0 END)`,
        'blocked',
      )
      .where(`log.occurredAt >= ${this.dialect.nowPlus(-HOUR_MS)}`)
      .groupBy('site.siteCode')
      .addGroupBy('site.siteName')
      .addGroupBy('site.baseUrl')
      .getRawMany<Record<'siteCode' | 'siteName' | 'baseUrl' | 'attempts' | 'failures' | 'blocked', string>>();
    return rows.map(({ baseUrl, ...row }) => ({
      siteCode: row.siteCode,
      siteName: row.siteName,
      host: hostKey(baseUrl),
      attempts: Number(row.attempts),
      failures: Number(row.failures),
      blocked: Number(row.blocked),
    }));
  }

  /**
   * How often targets give documents. The first crawl of a target brings years of them in an hour: so the days of
   * publication count, and those of fetching only where a document tells none or one that is to come.
   */
  private async publications(targets: Map<number, { code: string; name: string }>): Promise<AlertFigures['targets']> {
    const rows = await this.dataSource
      .createQueryBuilder(ArticleEntity, 'article')
      .select('article.targetId', 'targetId')
      .addSelect('COUNT(*)', 'articles')
      .addSelect(`MIN(${PUBLISHED})`, 'firstAt')
      .addSelect(`MAX(${PUBLISHED})`, 'lastAt')
      .where(`article.fetchedAt >= ${this.dialect.nowPlus(-HISTORY_MS)}`)
      .groupBy('article.targetId')
      .getRawMany<{ targetId: string | null; articles: string; firstAt: Date; lastAt: Date }>();
    return rows.flatMap(({ targetId, articles, firstAt, lastAt }) => {
      const target = targetId === null ? undefined : targets.get(Number(targetId));
      return target ? [{ code: target.code, name: target.name, articles: Number(articles), firstAt, lastAt }] : [];
    });
  }

  private async samples(targets: Map<number, { code: string; name: string }>): Promise<AlertFigures['samples']> {
    const articles = await this.dataSource
      .createQueryBuilder(ArticleEntity, 'article')
      .select(
        ['id', 'targetId', 'title', 'hasAttachment', 'metadataJson', 'contentText'].map(
          (column) => `article.${column}`,
        ),
      )
      .where(`article.fetchedAt >= ${this.dialect.nowPlus(-DAY_MS)}`)
      .orderBy('article.fetchedAt', 'DESC')
      .limit(MAX_SAMPLE)
      .getMany();
    const samples = new Map<number, AlertFigures['samples'][number]>();
    for (const { targetId, title, hasAttachment, metadataJson, contentText } of articles) {
      const target = targetId === null ? undefined : targets.get(targetId);
      if (!target) continue;
      const sample = samples.get(targetId!) ?? {
        code: target.code,
        name: target.name,
        articles: 0,
        shortBodies: 0,
        untitled: 0,
        fallbacks: 0,
      };
      samples.set(targetId!, sample);
      sample.articles += 1;
      if ((contentText ?? '').length < SHORT_BODY && !hasAttachment) sample.shortBodies += 1;
      if (title.trim() === '') sample.untitled += 1;
      if (metadataJson?.['usedFallback'] === true) sample.fallbacks += 1;
    }
    return [...samples.values()];
  }

  private async oldestQueued(): Promise<Date | null> {
    const row = await this.dataSource
      .createQueryBuilder(CrawlJobEntity, 'job')
      .select('MIN(job.createdAt)', 'oldest')
      .where("job.state = 'queued'")
      .getRawOne<{ oldest: Date | null }>();
    return row?.oldest ?? null;
  }

  private open(manager: EntityManager): Promise<AlertIncident[]> {
    return manager.createQueryBuilder(AlertIncidentEntity, 'incident').where('incident.openKey IS NOT NULL').getMany();
  }

  private async byIds(manager: EntityManager, ids: number[]): Promise<AlertIncident[]> {
    if (ids.length === 0) return [];
    return manager
      .createQueryBuilder(AlertIncidentEntity, 'incident')
      .where('incident.id IN (:...ids)', { ids })
      .getMany();
  }
}
