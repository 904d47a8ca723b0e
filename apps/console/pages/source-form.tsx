import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Form, Input, Modal } from 'antd';
import { change } from '../api/admin-client.js';
import { useMessages } from '../parts/messages.js';
import { ProblemAlert } from '../parts/problem-alert.js';

interface Fields {
  url: string;
  name?: string;
  category?: string;
}

/** Adds a feed by its address; when it is asked is learnt from what it publishes. */
export default function SourceForm({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<Fields>();
  const client = useQueryClient();
  const messages = useMessages();
  const add = useMutation({
    mutationFn: ({ url, name, category }: Fields) =>
      change('post', '/admin/api/sources', {
        body: { url, ...(name ? { name } : {}), ...(category ? { category } : {}) },
      }),
    onSuccess: () => {
      void messages.success('信息源已添加，稍后进行第一次检查');
      onClose();
    },
    onSettled: () => Promise.all(['sources', 'sites'].map((key) => client.invalidateQueries({ queryKey: [key] }))),
  });
  return (
    <Modal
      open
      title="新增信息源"
      okText="添加"
      confirmLoading={add.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {add.error && <ProblemAlert error={add.error} />}
      <Form form={form} layout="vertical" requiredMark={false} onFinish={add.mutate}>
        <Form.Item name="url" label="RSS / Atom 地址" rules={[{ required: true, message: '请输入地址' }]}>
          <Input maxLength={2000} autoFocus placeholder="https://www.example.gov.cn/rss.xml" />
        </Form.Item>
        <Form.Item name="name" label="名称">
          <Input maxLength={200} placeholder="留空则用地址的主机名" />
        </Form.Item>
        <Form.Item name="category" label="内容分类">
          <Input maxLength={100} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
