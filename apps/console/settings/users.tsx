import { type UserView } from '@govcrawler/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Table, Tag, type TableProps } from 'antd';
import { useState } from 'react';
import { read } from '../api/admin-client.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { Ago } from '../parts/moment.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { ROLE } from '../parts/words.js';
import { useMay } from '../session/session.js';
import { UserForm } from './user-form.js';

/** Who may log in, and what they may do. */
export function Users() {
  const mayRead = useMay('admin');
  const [edited, setEdited] = useState<UserView | 'new' | null>(null);
  const users = useQuery({
    queryKey: ['users'],
    queryFn: ({ signal }) => read('/admin/api/users', { signal }),
    enabled: mayRead,
  });
  if (!mayRead) return <EmptyHint why="用户只能由管理员管理，请联系管理员。" />;
  return (
    <>
      {users.error && <ProblemAlert error={users.error} onRetry={() => void users.refetch()} />}
      <div className="filters">
        <Button type="primary" onClick={() => setEdited('new')}>
          新增用户
        </Button>
        <span className="faint">查看者只能看；操作员可以运行、取消和重试；管理员可以修改一切。</span>
      </div>
      {!users.error && (
        <Table
          rowKey="username"
          size="middle"
          loading={users.isPending}
          columns={columns(setEdited)}
          dataSource={users.data ?? []}
          pagination={false}
          scroll={{ x: 640 }}
        />
      )}
      {edited && <UserForm user={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

const columns = (edit: (user: UserView) => void): TableProps<UserView>['columns'] => [
  { title: '用户名', dataIndex: 'username', ellipsis: true },
  { title: '角色', dataIndex: 'role', width: 120, render: (role: UserView['role']) => ROLE[role] },
  {
    title: '状态',
    dataIndex: 'disabled',
    width: 100,
    render: (disabled: boolean) => <Tag color={disabled ? 'default' : 'success'}>{disabled ? '已停用' : '可登录'}</Tag>,
  },
  { title: '创建于', dataIndex: 'createdAt', width: 130, render: (time: string) => <Ago time={time} /> },
  {
    title: '操作',
    width: 90,
    render: (_, user) => (
      <Button size="small" onClick={() => edit(user)}>
        编辑
      </Button>
    ),
  },
];
