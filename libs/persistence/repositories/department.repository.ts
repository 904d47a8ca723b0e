import { type DataSource } from 'typeorm';
import { inTransaction, insertIfAbsent, updateRows } from '../connection/transaction.js';
import { DepartmentEntity } from '../entities/department.entity.js';
import { asParameter } from '../sanitise/clean-text.js';
import { storedCode } from '../sanitise/stored-code.js';

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
}
