import { type AlertChannelKind, type AlertChannelView, type AlertSeverity } from '@govcrawler/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Checkbox, Form, Input, Modal, Radio, Select, Switch } from 'antd';
import { change } from '../api/admin-client.js';
import { useMessages } from '../parts/messages.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { CHANNEL_KIND } from '../parts/words.js';

interface Fields {
  name: string;
  kind: AlertChannelKind;
  url?: string;
  secret?: string;
  dropSecret?: boolean;
  minSeverity: AlertSeverity;
  enabled: boolean;
}

/** Makes a channel or changes one. Address and secret are never shown again: left empty they stay as they are. */
export default function ChannelForm({ channel, onClose }: { channel: AlertChannelView | 'new'; onClose: () => void }) {
  const [form] = Form.useForm<Fields>();
  const client = useQueryClient();
  const messages = useMessages();
  const isNew = channel === 'new';
  const save = useMutation({
    mutationFn: ({ kind, url = '', secret = '', dropSecret = false, ...fields }: Fields) => {
      const signing = dropSecret ? { secret: null } : secret === '' ? {} : { secret };
      return isNew
        ? change('post', '/admin/api/alerts/channels', { body: { ...fields, kind, url, ...signing } })
        : change('put', '/admin/api/alerts/channels/{id}', {
            path: { id: channel.id },
            body: { ...fields, ...(url === '' ? {} : { url }), ...signing },
          });
    },
    onSuccess: ({ name }) => {
      void messages.success(`通道“${name}”已保存`);
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['alert-channels'] }),
  });
  return (
    <Modal
      open
      title={isNew ? '新增通道' : `编辑通道“${channel.name}”`}
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
        initialValues={isNew ? { kind: 'dingtalk', minSeverity: 'warning', enabled: true } : channel}
        onFinish={save.mutate}
      >
        <Form.Item name="name" label="名称" rules={[{ required: true, whitespace: true, message: '请输入名称' }]}>
          <Input maxLength={100} autoFocus placeholder="例如：运维群" />
        </Form.Item>
        <Form.Item name="kind" label="类型">
          <Select
            disabled={!isNew}
            options={Object.entries(CHANNEL_KIND).map(([value, label]) => ({ value, label }))}
          />
        </Form.Item>
        <Form.Item
          name="url"
          label="地址"
          extra={isNew ? '机器人设置页给出的 Webhook 地址' : `现在是 ${channel.address}；留空则不修改`}
          rules={isNew ? [{ required: true, message: '请输入地址' }] : []}
        >
          <Input maxLength={2000} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="secret"
          label="签名密钥"
          extra={
            isNew || !channel.hasSecret ? '可以不填。企业微信没有签名；Webhook 的密钥以 whsec_ 开头' : '留空则不修改'
          }
        >
          <Input.Password maxLength={500} autoComplete="new-password" />
        </Form.Item>
        {!isNew && channel.hasSecret && (
          <Form.Item name="dropSecret" valuePropName="checked">
            <Checkbox>去掉签名密钥</Checkbox>
          </Form.Item>
        )}
        <Form.Item name="minSeverity" label="发送哪些告警">
          <Radio.Group
            options={[
              { value: 'warning', label: '全部' },
              { value: 'critical', label: '仅严重的' },
            ]}
          />
        </Form.Item>
        <Form.Item name="enabled" label="启用" valuePropName="checked">
          <Switch />
        </Form.Item>
      </Form>
    </Modal>
  );
}
