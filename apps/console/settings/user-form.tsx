import { type UserRole, type UserView } from '@govcrawler/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Form, Input, Modal, Radio, Switch } from 'antd';
import { change } from '../api/admin-client.js';
import { useMessages } from '../parts/messages.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { ROLE } from '../parts/words.js';

interface Fields {
  username: string;
  role: UserRole;
  password?: string;
  disabled?: boolean;
}

/** Makes an account, or changes its role, its password or whether it may log in. */
export function UserForm({ user, onClose }: { user: UserView | 'new'; onClose: () => void }) {
  const [form] = Form.useForm<Fields>();
  const client = useQueryClient();
  const messages = useMessages();
  const isNew = user === 'new';
  const save = useMutation({
    mutationFn: ({ username, role, password = '', disabled }: Fields) =>
      isNew
        ? change('post', '/admin/api/users', { body: { username, role, password } })
        : change('put', '/admin/api/users/{username}', {
            path: { username: user.username },
            body: { role, disabled, version: user.version, ...(password === '' ? {} : { password }) },
          }),
    onSuccess: ({ username }) => {
      void messages.success(`用户“${username}”已保存`);
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['users'] }),
  });
  return (
    <Modal
      open
      title={isNew ? '新增用户' : `编辑用户“${user.username}”`}
      okText="保存"
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {save.error && <ProblemAlert error={save.error} />}
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={isNew ? { role: 'operator' } : user}
        onFinish={save.mutate}
      >
        {isNew && (
          <Form.Item name="username" label="用户名" rules={[{ required: true, message: '请输入用户名' }]}>
            <Input maxLength={64} autoComplete="off" autoFocus />
          </Form.Item>
        )}
        <Form.Item name="role" label="角色">
          <Radio.Group options={Object.entries(ROLE).map(([value, label]) => ({ value, label }))} />
        </Form.Item>
        <Form.Item
          name="password"
          label={isNew ? '初始密码' : '新密码'}
          extra={isNew ? '至少 8 个字符' : '至少 8 个字符；留空则不修改，修改后该用户的其他登录会失效'}
          rules={isNew ? [{ required: true, message: '请输入密码' }] : []}
        >
          <Input.Password maxLength={200} autoComplete="new-password" />
        </Form.Item>
        {!isNew && (
          <Form.Item name="disabled" label="停用（不能再登录，现有登录立即失效）" valuePropName="checked">
            <Switch />
          </Form.Item>
        )}
      </Form>
    </Modal>
  );
}
