import { type DepartmentView } from '@govcrawler/contracts';
import { DeleteWithLoss } from '../parts/delete-with-loss.js';

export function DeleteDepartment({ department }: { department: DepartmentView }) {
  return (
    <DeleteWithLoss
      name={`部门“${department.fullName}”`}
      path={`/local-departments/${department.id}`}
      confirm={String(department.id)}
      refreshes={['departments', 'stats', 'sites']}
    />
  );
}
