import { Injectable } from '@nestjs/common';
import { type DepartmentView } from '@govcrawler/contracts';
import { departmentVersion, type Department, type DepartmentEdit } from '@govcrawler/persistence';
import { type Actor } from '../auth/actor.decorator.js';

export type DepartmentValues = Omit<Department, 'deptId'>;

/** Where departments are kept. */
export abstract class StoredDepartments {
  abstract list(filter: { region?: string; category?: string }): Promise<Department[]>;
  abstract find(deptId: number): Promise<Department | null>;
  abstract create(department: DepartmentValues, actor: Actor): Promise<Department | null>;
  abstract update(
    deptId: number,
    version: string | null,
    wanted: Partial<DepartmentValues>,
    actor: Actor,
  ): Promise<DepartmentEdit>;
  abstract usesOf(deptId: number): Promise<{ targets: number; articles: number }>;
  abstract remove(deptId: number, uses: { targets: number; articles: number }, actor: Actor): Promise<boolean>;
}

export type DeleteDepartmentResult =
  { kind: 'deleted' } | { kind: 'not_found' } | { kind: 'unconfirmed'; uses: { targets: number; articles: number } };

/** Lists, makes, changes and deletes departments. */
@Injectable()
export class EditDepartments {
  constructor(private readonly departments: StoredDepartments) {}

  async list(filter: { region?: string; category?: string }): Promise<DepartmentView[]> {
    return (await this.departments.list(filter)).map(departmentView);
  }

  async read(id: number): Promise<DepartmentView | null> {
    const department = await this.departments.find(id);
    return department && departmentView(department);
  }

  /** Null when the full name is taken. */
  async create(values: DepartmentValues, actor: Actor): Promise<DepartmentView | null> {
    const made = await this.departments.create(values, actor);
    return made && departmentView(made);
  }

  async update(
    id: number,
    version: string | null,
    wanted: Partial<DepartmentValues>,
    actor: Actor,
  ): Promise<{ kind: 'done'; department: DepartmentView } | Exclude<DepartmentEdit, { kind: 'done' }>> {
    const edit = await this.departments.update(id, version, wanted, actor);
    return edit.kind === 'done' ? { kind: 'done', department: departmentView(edit.row) } : edit;
  }

  /** What belongs to it loses its department, which nothing brings back: that waits for a confirmation. */
  async delete(id: number, confirmed: boolean, actor: Actor): Promise<DeleteDepartmentResult> {
    if (!(await this.departments.find(id))) return { kind: 'not_found' };
    const uses = await this.departments.usesOf(id);
    if (!confirmed && uses.targets + uses.articles > 0) return { kind: 'unconfirmed', uses };
    return { kind: (await this.departments.remove(id, uses, actor)) ? 'deleted' : 'not_found' };
  }
}

function departmentView(department: Department): DepartmentView {
  const { deptId: id, fullName, shortName, region, category } = department;
  return { id, fullName, shortName, region, category, version: departmentVersion(department) };
}
