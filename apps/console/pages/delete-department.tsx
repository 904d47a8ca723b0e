import { type DepartmentView } from '@govcrawler/contracts';
import { change } from '../api/admin-client.js';
import { DeleteWithLoss } from '../parts/delete-with-loss.js';

export function DeleteDepartment({ department }: { department: DepartmentView }) {
  return (
    <DeleteWithLoss
      name={`部门“${department.fullName}”`}
      remove={(confirmed) =>
        change('delete', '/admin/api/local-departments/{id}', {
          path: { id: department.id },
          query: confirmed ? { confirm: department.id } : {},
        })
      }
      refreshes={['departments', 'stats', 'sites']}
    />
  );
}
