import { type ApiScope, type NewApiKeyView } from '@govcrawler/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Checkbox, Form, Input, Modal, Select } from 'antd';
import { change } from '../api/admin-client.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { API_SCOPE } from '../parts/words.js';

interface Fields {
  name: string;
  scopes: ApiScope[];
  days: number;
}

const LIFETIMES = [
  { value: 90, label: '90 天' },
  { value: 365, label: '1 年' },
  { value: 0, label: '不过期' },
];

export function ApiKeyForm({ onMade, onClose }: { onMade: (key: NewApiKeyView) => void; onClose: () => void }) {
  const [form] = Form.useForm<Fields>();
  const client = useQueryClient();
  const make = useMutation({
    mutationFn: ({ name, scopes, days }: Fields) =>
      change('post', '/admin/api/keys', { body: { name, scopes, ...(days === 0 ? {} : { expiresInDays: days }) } }),
    onSuccess: onMade,
    onSettled: () => client.invalidateQueries({ queryKey: ['keys'] }),
  });
  return (
    <Modal
      open
      title="新建 API 密钥"
      okText="创建"
      confirmLoading={make.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {make.error && <ProblemAlert error={make.error} />}
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ scopes: ['articles:read', 'changes:read'], days: 365 }}
        onFinish={make.mutate}
      >
        <Form.Item name="name" label="名称" rules={[{ required: true, whitespace: true, message: '请输入名称' }]}>
          <Input maxLength={100} autoFocus placeholder="例如：知识库同步" />
        </Form.Item>
        <Form.Item name="scopes" label="权限" rules={[{ required: true, message: '至少选择一项权限' }]}>
          <Checkbox.Group options={Object.entries(API_SCOPE).map(([value, label]) => ({ value, label }))} />
        </Form.Item>
        <Form.Item name="days" label="有效期">
          <Select options={LIFETIMES} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
