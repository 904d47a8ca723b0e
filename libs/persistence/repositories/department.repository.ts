import { type DataSource } from 'typeorm';
import { inTransaction, insertIfAbsent, updateRows } from '../connection/transaction.js';
import { DepartmentEntity } from '../entities/department.entity.js';
import { asParameter } from '../sanitise/clean-text.js';

export type Department = DepartmentEntity;

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
      const { fullName, shortName, region, category } = department;
      const values = { shortName, region, category };
      const inserted = await insertIfAbsent(manager, DepartmentEntity, { fullName, ...values });
      // The stored name may be a cleaned one: compare as it was stored.
      const byName = { fullName };
      const row = await manager.findOneOrFail(DepartmentEntity, { where: byName });
      if (!inserted) await updateRows(manager, DepartmentEntity, values, 'dept_id = :id', { id: row.deptId });
      return manager.findOneOrFail(DepartmentEntity, { where: byName });
    });
  }
}
