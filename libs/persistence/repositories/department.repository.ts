import { type DataSource, type EntityManager } from 'typeorm';
import { inTransaction, insertIfAbsent, updateRows } from '../connection/transaction.js';
import { DepartmentEntity } from '../entities/department.entity.js';
import { ArticleEntity } from '../entities/article.entity.js';
import { TargetEntity } from '../entities/target.entity.js';
import { asParameter } from '../sanitise/clean-text.js';
import { storedCode } from '../sanitise/stored-code.js';
import { appendAudit, type Actor } from './audit.repository.js';
import { appendChanges, siteCodesOf, type ChangeFacts } from './change.repository.js';
import { changedKeys, versionOf } from './row-version.js';
import { pick } from './site-edit.repository.js';

export type Department = DepartmentEntity;

export type DepartmentEdit =
  { kind: 'done'; row: Department } | { kind: 'not_found' } | { kind: 'stale' } | { kind: 'name_taken' };

/** Names the state of a department that an edit was based on. */
export function departmentVersion({ fullName, shortName, region, category }: Department): string {
  return versionOf({ fullName, shortName, region, category });
}

/** Departments that documents and targets belong to. */
export class DepartmentRepository {
  constructor(private readonly dataSource: DataSource) {}

  list(filter: { region?: string; category?: string } = {}): Promise<Department[]> {
    const query = this.dataSource.createQueryBuilder(DepartmentEntity, 'department').orderBy('department.deptId');
    if (filter.region !== undefined) {
      query.andWhere('department.region = :region', { region: asParameter(filter.region) });
    }
    if (filter.category !== undefined) {
      query.andWhere('department.category = :category', { category: asParameter(filter.category) });
    }
    return query.getMany();
  }

  /** By its full name. */
  upsert(department: Omit<Department, 'deptId'>): Promise<Department> {
    return inTransaction(this.dataSource, async (manager) => {
      const { shortName, region, category } = department;
      const fullName = storedCode('local_department', 'full_name', department.fullName);
      const values = { shortName, region, category };
      const inserted = await insertIfAbsent(manager, DepartmentEntity, { fullName, ...values });
      if (!inserted) await updateRows(manager, DepartmentEntity, values, 'full_name = :fullName', { fullName });
      return manager
        .createQueryBuilder(DepartmentEntity, 'department')
        .where('department.fullName = :fullName', { fullName })
        .getOneOrFail();
    });
  }

  find(deptId: number): Promise<Department | null> {
    return findDepartment(this.dataSource.manager, deptId);
  }

  /** Null when there is one of that full name. */
  create(department: Omit<Department, 'deptId'>, actor: Actor): Promise<Department | null> {
    return inTransaction(this.dataSource, async (manager) => {
      const inserted = await insertIfAbsent(manager, DepartmentEntity, department);
      if (!inserted) return null;
      await appendAudit(manager, [
        {
          actor,
          action: 'department.create',
          subjectKey: String(inserted.id),
          before: null,
          after: { ...department },
        },
      ]);
      return findDepartment(manager, inserted.id);
    });
  }

  /** `version` is the state that was read, or null to overwrite whatever is there. */
  update(
    deptId: number,
    version: string | null,
    wanted: Partial<Omit<Department, 'deptId'>>,
    actor: Actor,
  ): Promise<DepartmentEdit> {
    return inTransaction(this.dataSource, async (manager) => {
      const department = await findDepartment(manager, deptId, true);
      if (!department) return { kind: 'not_found' };
      if (version !== null && version !== departmentVersion(department)) return { kind: 'stale' };
      const changed = changedKeys<Omit<Department, 'deptId'>>(department, wanted);
      if (changed.length === 0) return { kind: 'done', row: department };
      if (changed.includes('fullName') && (await this.isNameTaken(manager, wanted.fullName!, deptId))) {
        return { kind: 'name_taken' };
      }
      const values = pick(wanted, changed);
      await updateRows(manager, DepartmentEntity, values, 'dept_id = :deptId', { deptId });
      await appendAudit(manager, [
        {
          actor,
          action: 'department.update',
          subjectKey: String(deptId),
          before: pick<Omit<Department, 'deptId'>>(department, changed),
          after: values,
        },
      ]);
      return { kind: 'done', row: (await findDepartment(manager, deptId))! };
    });
  }

  /** What names this department and would name none without it. */
  async usesOf(deptId: number): Promise<{ targets: number; articles: number }> {
    const { manager } = this.dataSource;
    const targets = await manager
      .createQueryBuilder(TargetEntity, 't')
      .where('t.deptId = :deptId', { deptId })
      .getCount();
    const articles = await manager
      .createQueryBuilder(ArticleEntity, 'a')
      .where('a.deptId = :deptId', { deptId })
      .getCount();
    return { targets, articles };
  }

  /** False when there is none. Targets and articles stay, without a department; the feed says so of each article. */
  remove(deptId: number, uses: { targets: number; articles: number }, actor: Actor): Promise<boolean> {
    return inTransaction(this.dataSource, async (manager) => {
      const department = await findDepartment(manager, deptId, true);
      if (!department) return false;
      const orphaned = await takeArticlesOut(manager, deptId);
      await manager
        .createQueryBuilder()
        .delete()
        .from(DepartmentEntity)
        .where('dept_id = :deptId', { deptId })
        .execute();
      const before = { ...department, uses: { ...uses } };
      const entry = { actor, action: 'department.delete', subjectKey: String(deptId), before, after: null };
      await appendAudit(manager, [entry]);
      await appendChanges(manager, orphaned);
      return true;
    });
  }

  /** Adds those that are missing and completes those of which only the name is known; changes nothing else. */
  seed(departments: Omit<Department, 'deptId'>[]): Promise<{ added: number; completed: number }> {
    return inTransaction(this.dataSource, async (manager) => {
      let added = 0;
      let completed = 0;
      for (const { fullName, ...values } of departments) {
        if (await insertIfAbsent(manager, DepartmentEntity, { fullName, ...values })) {
          added += 1;
          continue;
        }
        const bare = 'full_name = :fullName AND short_name IS NULL AND region IS NULL AND category IS NULL';
        const stored = storedCode('local_department', 'full_name', fullName);
        completed += await updateRows(manager, DepartmentEntity, values, bare, { fullName: stored });
      }
      return { added, completed };
    });
  }

  private async isNameTaken(manager: EntityManager, name: string, deptId: number): Promise<boolean> {
    const fullName = storedCode('local_department', 'full_name', name);
    const other = await manager
      .createQueryBuilder(DepartmentEntity, 'department')
      .where('department.fullName = :fullName AND department.deptId <> :deptId', { fullName, deptId })
      .getOne();
    return other !== null;
  }
}

function findDepartment(manager: EntityManager, deptId: number, lock = false): Promise<Department | null> {
  const query = manager
    .createQueryBuilder(DepartmentEntity, 'department')
    .where('department.deptId = :deptId', { deptId });
  if (lock) query.setLock('pessimistic_write');
  return query.getOne();
}

/** Locks the department's articles in the order of their ids, and lets go of it. */
async function takeArticlesOut(manager: EntityManager, deptId: number): Promise<ChangeFacts[]> {
  const articles = await manager
    .createQueryBuilder(ArticleEntity, 'a')
    .select(['a.id', 'a.siteId', 'a.revision', 'a.contentCategory'])
    .setLock('pessimistic_write')
    .where('a.deptId = :deptId', { deptId })
    .orderBy('a.id')
    .getMany();
  if (articles.length === 0) return [];
  const values = { deptId: null, exportedToRagAt: null };
  await updateRows(manager, ArticleEntity, values, 'dept_id = :deptId', { deptId });
  const siteCodes = await siteCodesOf(manager, articles);
  return articles.map(({ id, siteId, revision, contentCategory }) => ({
    articleId: id,
    kind: 'UPSERT',
    revision,
    siteCode: siteCodes.get(siteId) ?? null,
    deptId: null,
    contentCategory,
  }));
}
