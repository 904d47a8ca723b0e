import { entityOf, nullable, type EntityColumns } from '../schema/entity-columns.js';

export class DepartmentEntity {
  deptId: number;
  fullName: string;
  shortName: string | null;
  region: string | null;
  category: string | null;
}

export const departmentEntity = (c: EntityColumns) =>
  entityOf(
    DepartmentEntity,
    'local_department',
    {
      deptId: c.id(),
      fullName: c.text(),
      shortName: nullable(c.text()),
      region: nullable(c.text()),
      category: nullable(c.text()),
    },
    { uniques: { uq_local_department_name: ['fullName'] } },
  );
