import { type ParserOverride } from '@govcrawler/contracts';
import { type DataSource, type EntityManager } from 'typeorm';
import { inTransaction, insertIfAbsent, updateRows } from '../connection/transaction.js';
import { DepartmentEntity } from '../entities/department.entity.js';
import { SiteEntity } from '../entities/site.entity.js';
import { TargetEntity } from '../entities/target.entity.js';
import { asParameter } from '../sanitise/clean-text.js';
import { appendAudit, type Actor } from './audit.repository.js';
import { changedKeys, versionOf } from './row-version.js';
import { hasRunningJob, lockSite, now, pick, type EditResult } from './site-edit.repository.js';
import { targetCodeOf } from './sync-site-file.js';

/** What people may set on a target, its parser override aside. */
export type TargetSettings = Pick<
  TargetEntity,
  | 'targetName'
  | 'entryUrl'
  | 'channelName'
  | 'channelPath'
  | 'contentCategory'
  | 'contentSubcategory'
  | 'deptId'
  | 'scheduleCron'
  | 'intervalSec'
  | 'intervalJitterSec'
  | 'managedBy'
>;

export type NewTarget = Omit<TargetSettings, 'managedBy'> & {
  siteCode: string;
  targetCode: string;
  enabled: boolean;
  parserOverrideJson: ParserOverride | null;
};

export type TargetCreation =
  { kind: 'created'; row: TargetEntity } | { kind: 'exists' } | { kind: 'site_not_found' } | { kind: 'no_department' };

export type TargetRemoval =
  { kind: 'removed' } | { kind: 'not_found' } | { kind: 'busy' } | { kind: 'managed_by_file'; yamlPath: string | null };

/** What a file always says about its columns; crons and overrides stay with the operator. */
const SAID_BY_FILE: ReadonlySet<keyof TargetSettings> = new Set([
  'targetName',
  'entryUrl',
  'channelName',
  'channelPath',
  'contentCategory',
  'contentSubcategory',
  'deptId',
]);

/** Names the state of a target that an edit was based on. */
export function targetVersion(target: TargetEntity): string {
  return versionOf(settingsOf(target));
}

/** Names the state of a target's parser override. */
export function parserVersion(target: TargetEntity): string {
  return versionOf({ parser: target.parserOverrideJson });
}

/** Changes that people make to targets; each writes its audit entry in the same transaction. */
export class TargetEditRepository {
  constructor(private readonly dataSource: DataSource) {}

  create({ siteCode, ...target }: NewTarget, actor: Actor): Promise<TargetCreation> {
    return inTransaction(this.dataSource, async (manager) => {
      const site = await lockSite(manager, siteCode);
      if (!site) return { kind: 'site_not_found' };
      if (!(await isDepartment(manager, target.deptId))) return { kind: 'no_department' };
      const inserted = await insertIfAbsent(manager, TargetEntity, {
        ...target,
        siteId: site.id,
        managedBy: 'admin',
        disabledBy: target.enabled ? null : 'admin',
      });
      if (!inserted) return { kind: 'exists' };
      await appendAudit(manager, [
        { actor, action: 'target.create', subjectKey: target.targetCode, before: null, after: { siteCode, ...target } },
      ]);
      return { kind: 'created', row: (await lockTarget(manager, target.targetCode))! };
    });
  }

  find(targetCode: string): Promise<TargetEntity | null> {
    return this.dataSource
      .createQueryBuilder(TargetEntity, 'target')
      .where('target.targetCode = :targetCode', { targetCode: asParameter(targetCode) })
      .getOne();
  }

  /** `version` is the state that was read, or null to overwrite whatever is there. */
  update(
    targetCode: string,
    version: string | null,
    wanted: Partial<TargetSettings>,
    actor: Actor,
  ): Promise<EditResult<TargetEntity> | { kind: 'no_department' }> {
    return inTransaction(this.dataSource, async (manager) => {
      const target = await lockTarget(manager, targetCode);
      if (!target) return { kind: 'not_found' };
      const before = settingsOf(target);
      if (version !== null && version !== versionOf(before)) return { kind: 'stale' };
      const changed = changedKeys(before, wanted);
      if ((wanted.managedBy ?? target.managedBy) === 'yaml') {
        const site = await siteOf(manager, target);
        const ofTheFile = changed.filter((field) => saidByFile(site, target, field));
        if (ofTheFile.length > 0) return { kind: 'managed_by_file', fields: ofTheFile, yamlPath: site.yamlPath };
      }
      if (changed.includes('deptId') && !(await isDepartment(manager, wanted.deptId ?? null))) {
        return { kind: 'no_department' };
      }
      if (changed.length === 0) return { kind: 'done', row: target };
      const values = pick(wanted, changed);
      await updateRows(manager, TargetEntity, { ...values, updatedAt: now(manager) }, 'id = :id', { id: target.id });
      await appendAudit(manager, [
        { actor, action: 'target.update', subjectKey: targetCode, before: pick(before, changed), after: values },
      ]);
      return { kind: 'done', row: (await lockTarget(manager, targetCode))! };
    });
  }

  /** Without a wish, the other state. What an operator switches off, no file switches on again. */
  setEnabled(targetCode: string, wish: boolean | null, actor: Actor): Promise<TargetEntity | null> {
    return inTransaction(this.dataSource, async (manager) => {
      const target = await lockTarget(manager, targetCode);
      if (!target) return null;
      const enabled = wish ?? !target.enabled;
      const values = { enabled, disabledBy: enabled ? null : ('admin' as const) };
      await updateRows(manager, TargetEntity, { ...values, updatedAt: now(manager) }, 'id = :id', { id: target.id });
      const before = { enabled: target.enabled };
      await appendAudit(manager, [
        { actor, action: 'target.toggle', subjectKey: targetCode, before, after: { enabled } },
      ]);
      return { ...target, ...values };
    });
  }

  /** Null takes the override away. Always the operator's, whoever manages the target. */
  setParser(
    targetCode: string,
    version: string | null,
    parser: ParserOverride | null,
    actor: Actor,
  ): Promise<Exclude<EditResult<TargetEntity>, { kind: 'managed_by_file' }>> {
    return inTransaction(this.dataSource, async (manager) => {
      const target = await lockTarget(manager, targetCode);
      if (!target) return { kind: 'not_found' };
      if (version !== null && version !== parserVersion(target)) return { kind: 'stale' };
      const values = { parserOverrideJson: parser, updatedAt: now(manager) };
      await updateRows(manager, TargetEntity, values, 'id = :id', { id: target.id });
      await appendAudit(manager, [
        {
          actor,
          action: 'target.parser',
          subjectKey: targetCode,
          before: { parser: target.parserOverrideJson },
          after: { parser },
        },
      ]);
      return { kind: 'done', row: (await lockTarget(manager, targetCode))! };
    });
  }

  /** Its articles stay, without a target. A file's target comes back with its file unless the caller knows that. */
  remove(targetCode: string, options: { evenOfFile: boolean }, actor: Actor): Promise<TargetRemoval> {
    return inTransaction(this.dataSource, async (manager) => {
      const target = await lockTarget(manager, targetCode);
      if (!target) return { kind: 'not_found' };
      const site = await siteOf(manager, target);
      if (target.managedBy === 'yaml' && !options.evenOfFile) {
        return { kind: 'managed_by_file', yamlPath: site.yamlPath };
      }
      if (await hasRunningJob(manager, 't.id = :id', target.id)) return { kind: 'busy' };
      await manager.createQueryBuilder().delete().from(TargetEntity).where('id = :id', { id: target.id }).execute();
      const before = {
        ...settingsOf(target),
        siteCode: site.siteCode,
        enabled: target.enabled,
        parser: target.parserOverrideJson,
      };
      await appendAudit(manager, [{ actor, action: 'target.delete', subjectKey: targetCode, before, after: null }]);
      return { kind: 'removed' };
    });
  }
}

/** An interval belongs to the file where the file mentions one, as `syncSiteFile` has it. */
function saidByFile(site: SiteEntity, target: TargetEntity, field: keyof TargetSettings): boolean {
  if (SAID_BY_FILE.has(field)) return true;
  const key = field === 'intervalSec' ? 'interval_sec' : field === 'intervalJitterSec' ? 'interval_jitter_sec' : null;
  if (key === null) return false;
  const file = site.crawlPlanJson;
  const column = file?.columns.find(({ column_id }) => targetCodeOf(site.siteCode, column_id) === target.targetCode);
  return (column?.[key] ?? file?.default_column?.[key] ?? file?.[key]) !== undefined;
}

function lockTarget(manager: EntityManager, targetCode: string): Promise<TargetEntity | null> {
  return manager
    .createQueryBuilder(TargetEntity, 'target')
    .setLock('pessimistic_write')
    .where('target.targetCode = :targetCode', { targetCode: asParameter(targetCode) })
    .getOne();
}

function siteOf(manager: EntityManager, { siteId }: TargetEntity): Promise<SiteEntity> {
  return manager.createQueryBuilder(SiteEntity, 'site').where('site.id = :siteId', { siteId }).getOneOrFail();
}

async function isDepartment(manager: EntityManager, deptId: number | null): Promise<boolean> {
  if (deptId === null) return true;
  const known = await manager
    .createQueryBuilder(DepartmentEntity, 'department')
    .where('department.deptId = :deptId', { deptId })
    .getOne();
  return known !== null;
}

function settingsOf(target: TargetEntity): TargetSettings {
  return {
    targetName: target.targetName,
    entryUrl: target.entryUrl,
    channelName: target.channelName,
    channelPath: target.channelPath,
    contentCategory: target.contentCategory,
    contentSubcategory: target.contentSubcategory,
    deptId: target.deptId,
    scheduleCron: target.scheduleCron,
    intervalSec: target.intervalSec,
    intervalJitterSec: target.intervalJitterSec,
    managedBy: target.managedBy,
  };
}
