import { type DepartmentView } from '@govcrawler/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Form, Input, Modal } from 'antd';
import { change } from '../api/admin-client.js';
import { useMessages } from '../parts/messages.js';
import { ProblemAlert } from '../parts/problem-alert.js';

type Fields = Pick<DepartmentView, 'fullName' | 'shortName' | 'region' | 'category'>;

/** Makes a department or changes one; a change that crosses a colleague's is refused by the server. */
export default function DepartmentForm({
  department,
  onClose,
}: {
  department: DepartmentView | 'new';
  onClose: () => void;
}) {
  const [form] = Form.useForm<Fields>();
  const client = useQueryClient();
  const messages = useMessages();
  const save = useMutation({
    mutationFn: (fields: Fields) => {
      const body = {
        ...fields,
        shortName: fields.shortName || null,
        region: fields.region || null,
        category: fields.category || null,
      };
      return department === 'new'
        ? change('post', '/admin/api/local-departments', { body: body })
        : change('put', '/admin/api/local-departments/{id}', {
            path: { id: department.id },
            body: { ...body, version: department.version },
          });
    },
    onSuccess: ({ fullName }) => {
      void messages.success(`部门“${fullName}”已保存`);
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['departments'] }),
  });
  return (
    <Modal
      open
      title={department === 'new' ? '新增部门' : '编辑部门'}
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
        initialValues={department === 'new' ? {} : department}
        onFinish={save.mutate}
      >
        <Form.Item name="fullName" label="全称" rules={[{ required: true, whitespace: true, message: '请输入全称' }]}>
          <Input maxLength={200} autoFocus placeholder="岭东省财政厅" />
        </Form.Item>
        <Form.Item name="shortName" label="简称">
          <Input maxLength={100} placeholder="财政厅" />
        </Form.Item>
        <Form.Item name="region" label="地区">
          <Input maxLength={100} placeholder="岭东省" />
        </Form.Item>
        <Form.Item name="category" label="类别">
          <Input maxLength={100} placeholder="组成部门" />
        </Form.Item>
      </Form>
    </Modal>
  );
}
