import { type OpenSessionView } from '@govcrawler/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, Table, Tag, type TableProps } from 'antd';
import { change, read } from '../api/admin-client.js';
import { beijingMinutes } from '../parts/beijing-time.js';
import { useMessages } from '../parts/messages.js';
import { Ago } from '../parts/moment.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { browserWords } from './browser-words.js';

/** One's own password, and the places where one is logged in. */
export function MyAccount() {
  return (
    <>
      <section className="panel">
        <h2>修改密码</h2>
        <PasswordForm />
      </section>
      <section className="panel">
        <h2>登录中的设备</h2>
        <OpenSessions />
      </section>
    </>
  );
}

interface Passwords {
  currentPassword: string;
  newPassword: string;
}

function PasswordForm() {
  const [form] = Form.useForm<Passwords>();
  const messages = useMessages();
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (body: Passwords) => change('put', '/admin/api/session/password', { body }),
    onSuccess: () => {
      form.resetFields();
      void messages.success('密码已修改，其他设备上的登录已失效');
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['open-sessions'] }),
  });
  return (
    <Form form={form} layout="vertical" requiredMark={false} className="narrow-form" onFinish={save.mutate}>
      {save.error && <ProblemAlert error={save.error} />}
      <Form.Item name="currentPassword" label="当前密码" rules={[{ required: true, message: '请输入当前密码' }]}>
        <Input.Password autoComplete="current-password" maxLength={1000} />
      </Form.Item>
      <Form.Item
        name="newPassword"
        label="新密码"
        extra="至少 8 个字符"
        rules={[{ required: true, message: '请输入新密码' }]}
      >
        <Input.Password autoComplete="new-password" maxLength={200} />
      </Form.Item>
      <Button htmlType="submit" loading={save.isPending}>
        修改密码
      </Button>
    </Form>
  );
}

function OpenSessions() {
  const sessions = useQuery({
    queryKey: ['open-sessions'],
    queryFn: ({ signal }) => read('/admin/api/sessions', { signal }),
  });
  return (
    <>
      {sessions.error && <ProblemAlert error={sessions.error} onRetry={() => void sessions.refetch()} />}
      <Table
        rowKey="id"
        size="small"
        loading={sessions.isPending}
        columns={COLUMNS}
        dataSource={sessions.data ?? []}
        pagination={false}
        scroll={{ x: 700 }}
      />
    </>
  );
}

const COLUMNS: TableProps<OpenSessionView>['columns'] = [
  { title: '地址', dataIndex: 'address', width: 150 },
  {
    title: '浏览器',
    dataIndex: 'agent',
    ellipsis: true,
    render: (agent: string) => <span title={agent}>{browserWords(agent) || '—'}</span>,
  },
  { title: '登录于', dataIndex: 'createdAt', width: 150, className: 'figures-column', render: beijingMinutes },
  { title: '最近活动', dataIndex: 'seenAt', width: 110, render: (time: string) => <Ago time={time} /> },
  {
    title: '操作',
    width: 90,
    render: (_, session) => (session.current ? <Tag color="processing">本机</Tag> : <EndSession id={session.id} />),
  },
];

function EndSession({ id }: { id: number }) {
  const client = useQueryClient();
  const messages = useMessages();
  const end = useMutation({
    mutationFn: () => change('delete', '/admin/api/sessions/{id}', { path: { id } }),
    onError: messages.problem,
    onSettled: () => client.invalidateQueries({ queryKey: ['open-sessions'] }),
  });
  return (
    <Button size="small" danger loading={end.isPending} onClick={() => end.mutate()}>
      下线
    </Button>
  );
}
