import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Form, Input, InputNumber, Modal, Select, Switch } from 'antd';
import { change } from '../api/admin-client.js';
import { sitesQuery } from '../api/queries.js';
import { useMessages } from '../parts/messages.js';
import { ProblemAlert } from '../parts/problem-alert.js';

interface Fields {
  title?: string;
  targetCodes: string[];
  from?: string;
  to?: string;
  collect: boolean;
  maxItems: number;
}

/** Orders a briefing; it is written in the background. */
export default function BriefingForm({ onClose, onOrdered }: { onClose: () => void; onOrdered: (id: number) => void }) {
  const [form] = Form.useForm<Fields>();
  const client = useQueryClient();
  const messages = useMessages();
  const sites = useQuery(sitesQuery);
  const order = useMutation({
    mutationFn: ({ title, from, to, ...rest }: Fields) =>
      change('post', '/admin/api/briefings', {
        body: { ...rest, ...(title ? { title } : {}), ...(from ? { from } : {}), ...(to ? { to } : {}) },
      }),
    onSuccess: ({ id }) => {
      void messages.success('已开始生成简报');
      onClose();
      onOrdered(id);
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['briefings'] }),
  });
  const options = (sites.data ?? []).map(({ code, name, targets }) => ({
    key: code,
    label: name,
    options: targets.map((target) => ({ value: target.code, label: `${name} · ${target.name}` })),
  }));
  return (
    <Modal
      open
      title="生成简报"
      okText="开始"
      confirmLoading={order.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {order.error && <ProblemAlert error={order.error} />}
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ collect: true, maxItems: 200, targetCodes: [] }}
        onFinish={order.mutate}
      >
        <Form.Item name="title" label="标题">
          <Input maxLength={200} placeholder="留空则用日期范围" />
        </Form.Item>
        <Form.Item
          name="targetCodes"
          label="采集目标"
          rules={[{ required: true, type: 'array', min: 1, message: '请至少选择一个采集目标' }]}
        >
          <Select
            mode="multiple"
            showSearch={{ optionFilterProp: 'label' }}
            maxCount={100}
            loading={sites.isPending}
            options={options}
            placeholder="可选多个"
            notFoundContent="没有符合的采集目标"
          />
        </Form.Item>
        <Form.Item name="from" label="开始日期" extra="留空则为结束日期前一周">
          <Input type="date" />
        </Form.Item>
        <Form.Item name="to" label="结束日期" extra="留空则为今天">
          <Input type="date" />
        </Form.Item>
        <Form.Item name="collect" label="先采集再撰写" valuePropName="checked">
          <Switch />
        </Form.Item>
        <Form.Item name="maxItems" label="最多条目">
          <InputNumber min={1} max={500} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
