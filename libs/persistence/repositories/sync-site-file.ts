import { type SiteColumn, type SiteFile } from '@govcrawler/contracts';
import { ConfigError } from '@govcrawler/core';
import { type EntityManager } from 'typeorm';
import { type RowValues } from '../connection/insert-rows.js';
import { insertIfAbsent, updateRows } from '../connection/transaction.js';
import { DepartmentEntity } from '../entities/department.entity.js';
import { SiteEntity } from '../entities/site.entity.js';
import { TargetEntity } from '../entities/target.entity.js';
import { storedCode } from '../sanitise/stored-code.js';
import { Dialect } from '../schema/dialect.js';
import { textLimit } from '../schema/text-limits.js';

export interface SyncResult {
  siteId: number;
  created: number;
  updated: number;
  /** Targets whose column is gone from the file: switched off, their documents stay. */
  disabled: number;
}

/** The code of a target that comes from a file. */
export function targetCodeOf(siteId: string, columnId: string): string {
  return `${siteId}__${columnId}`;
}

/**
 * Writes a site file into its rows. It leaves alone: rows managed in the console (except yaml_path, which gives them
 * selectors), what an operator switched off, an operator's own cron, and intervals that the file does not mention.
 */
export async function syncSiteFile(manager: EntityManager, file: SiteFile, yamlPath: string): Promise<SyncResult> {
  assertCodesFit(file, yamlPath);
  const site = await writeSite(manager, file, yamlPath);
  const targets = await manager
    .createQueryBuilder(TargetEntity, 'target')
    .where('target.siteId = :siteId', { siteId: site.id })
    .getMany();
  const known = new Map(targets.map((target) => [target.targetCode, target]));
  const result: SyncResult = { siteId: site.id, created: 0, updated: 0, disabled: 0 };
  for (const column of file.columns) {
    const code = targetCodeOf(file.site_id, column.column_id);
    const target = known.get(code);
    known.delete(code);
    if (!target) {
      await insertTarget(manager, site.id, file, column, yamlPath);
      result.created += 1;
    } else if (target.managedBy === 'yaml') {
      await updateTarget(manager, target, file, column);
      result.updated += 1;
    }
  }
  for (const target of known.values()) {
    if (target.managedBy !== 'yaml' || !target.enabled) continue;
    const off: RowValues<TargetEntity> = { enabled: false, disabledBy: 'yaml', updatedAt: now(manager) };
    await updateRows(manager, TargetEntity, off, 'id = :id', { id: target.id });
    result.disabled += 1;
  }
  return result;
}

async function writeSite(manager: EntityManager, file: SiteFile, yamlPath: string): Promise<{ id: number }> {
  const values: RowValues<SiteEntity> = {
    siteName: file.site_name,
    baseUrl: file.base_url,
    cmsAdapter: file.adapter,
    adapterParamsJson: file.adapter_params,
    defaultFetchStrategy: file.default_strategy === 'httpx' ? 'httpx' : 'playwright',
    scheduleCron: file.schedule ?? null,
    yamlPath,
    crawlPlanJson: file,
    respectRobots: file.respect_robots,
    robotsOnError: file.robots_on_error,
  };
  const inserted = await insertIfAbsent(manager, SiteEntity, {
    ...values,
    siteCode: file.site_id,
    enabled: file.enabled,
    disabledBy: file.enabled ? null : 'yaml',
    managedBy: 'yaml',
  });
  if (inserted) return inserted;
  const site = await manager
    .createQueryBuilder(SiteEntity, 'site')
    .setLock('pessimistic_write')
    .where('site.siteCode = :code', { code: file.site_id })
    .getOneOrFail();
  const changes: RowValues<SiteEntity> =
    site.managedBy === 'yaml' ? { ...values, ...switchOf(site, file.enabled) } : { yamlPath, crawlPlanJson: file };
  await updateRows(manager, SiteEntity, { ...changes, updatedAt: now(manager) }, 'id = :id', { id: site.id });
  return site;
}

async function insertTarget(
  manager: EntityManager,
  siteId: number,
  file: SiteFile,
  column: SiteColumn,
  yamlPath: string,
): Promise<void> {
  const targetCode = targetCodeOf(file.site_id, column.column_id);
  const inserted = await insertIfAbsent(manager, TargetEntity, {
    ...(await targetValues(manager, file, column)),
    siteId,
    targetCode,
    enabled: column.enabled,
    disabledBy: column.enabled ? null : 'yaml',
    managedBy: 'yaml',
  });
  if (!inserted) throw new ConfigError(`${yamlPath}: target ${targetCode} belongs to another site already`);
}

async function updateTarget(
  manager: EntityManager,
  target: TargetEntity,
  file: SiteFile,
  column: SiteColumn,
): Promise<void> {
  const values = {
    ...(await targetValues(manager, file, column)),
    ...switchOf(target, column.enabled),
    updatedAt: now(manager),
  };
  await updateRows(manager, TargetEntity, values, 'id = :id', { id: target.id });
}

async function targetValues(
  manager: EntityManager,
  file: SiteFile,
  column: SiteColumn,
): Promise<RowValues<TargetEntity>> {
  const interval = column.interval_sec ?? file.default_column?.interval_sec ?? file.interval_sec;
  const jitter = column.interval_jitter_sec ?? file.default_column?.interval_jitter_sec ?? file.interval_jitter_sec;
  return {
    targetName: column.name,
    entryUrl: column.list_url,
    channelName: column.name,
    channelPath: column.channel_path ?? null,
    contentCategory: column.category ?? null,
    contentSubcategory: column.subcategory ?? null,
    deptId: column.dept === undefined ? null : await departmentId(manager, column.dept),
    ...(interval === undefined ? {} : { intervalSec: interval }),
    ...(jitter === undefined ? {} : { intervalJitterSec: jitter }),
  };
}

async function departmentId(manager: EntityManager, name: string): Promise<number> {
  const fullName = storedCode('local_department', 'full_name', name);
  const inserted = await insertIfAbsent(manager, DepartmentEntity, { fullName });
  if (inserted) return inserted.id;
  const known = await manager
    .createQueryBuilder(DepartmentEntity, 'department')
    .where('department.fullName = :fullName', { fullName })
    .getOneOrFail();
  return known.deptId;
}

/** A file may switch off, and switch on again what a file switched off; never what an operator switched off. */
function switchOf(
  row: Pick<TargetEntity, 'enabled' | 'disabledBy'>,
  wanted: boolean,
): Partial<Pick<SiteEntity, 'enabled' | 'disabledBy'>> {
  if (row.enabled === wanted) return {};
  if (!wanted) return { enabled: false, disabledBy: 'yaml' };
  return row.disabledBy === 'yaml' ? { enabled: true, disabledBy: null } : {};
}

function assertCodesFit(file: SiteFile, yamlPath: string): void {
  const siteLimit = textLimit('crawl_site', 'site_code').limit;
  const targetLimit = textLimit('crawl_target', 'target_code').limit;
  const problems = file.columns
    .map(({ column_id }) => targetCodeOf(file.site_id, column_id))
    .filter((code) => code.length > targetLimit)
    .map((code) => `target code ${code} is longer than ${targetLimit}`);
  if (file.site_id.length > siteLimit) problems.unshift(`site_id ${file.site_id} is longer than ${siteLimit}`);
  if (problems.length > 0) throw new ConfigError(`${yamlPath}: ${problems.join('; ')}`);
}

function now(manager: EntityManager): () => string {
  return () => Dialect.of(manager.dataSource).now;
}
