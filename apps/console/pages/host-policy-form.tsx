import { type DomainRulesView, type DomainRuleView } from '@govcrawler/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Form, Input, InputNumber, Modal, Switch } from 'antd';
import { useState } from 'react';
import { change } from '../api/admin-client.js';
import { useMessages } from '../parts/messages.js';
import { ProblemAlert } from '../parts/problem-alert.js';

/** Sets the limits of a domain: an existing rule, or a new one for the domain named. */
export function HostPolicyForm({ rule, onClose }: { rule: DomainRuleView | string; onClose: () => void }) {
  const [form] = Form.useForm<DomainRuleView>();
  const client = useQueryClient();
  const messages = useMessages();
  const isNew = typeof rule === 'string';
  // The state that the form shows: what others saved since is not overwritten unseen.
  const [version] = useState(() => client.getQueryData<DomainRulesView>(['host-policies'])?.version ?? '*');
  const save = useMutation({
    mutationFn: ({ domain, intervalSec, concurrency, requestsPerSec, shared }: DomainRuleView) =>
      change('put', '/admin/api/hosts/policies/{domain}', {
        path: { domain: domain.trim() },
        body: {
          intervalSec,
          concurrency: concurrency ?? null,
          requestsPerSec: requestsPerSec ?? null,
          shared,
          version,
        },
      }),
    onSuccess: (rules, { domain }) => {
      client.setQueryData(['host-policies'], rules);
      void client.invalidateQueries({ queryKey: ['hosts'] });
      void messages.success(`${domain} 的规则已保存`);
      onClose();
    },
  });
  return (
    <Modal
      open
      title={isNew ? '新增规则' : `编辑 ${rule.domain}`}
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
        initialValues={isNew ? { domain: rule, intervalSec: 5, concurrency: 1, shared: false } : rule}
        onFinish={save.mutate}
      >
        <Form.Item name="domain" label="域名" rules={[{ required: true, message: '请输入域名' }]}>
          <Input maxLength={253} disabled={!isNew} placeholder="example.gov.cn" />
        </Form.Item>
        <Form.Item name="intervalSec" label="两次请求的间隔（秒）" rules={[{ required: true, message: '请输入间隔' }]}>
          <InputNumber min={0} max={86_400} className="full-width" />
        </Form.Item>
        <div className="form-pair">
          <Form.Item name="concurrency" label="同时请求数" extra="留空则不限">
            <InputNumber min={1} max={100} precision={0} className="full-width" />
          </Form.Item>
          <Form.Item name="requestsPerSec" label="每秒请求数" extra="留空则不限">
            <InputNumber min={0.001} max={1000} className="full-width" />
          </Form.Item>
        </div>
        <Form.Item name="shared" label="整个域名共用一个额度" valuePropName="checked">
          <Switch />
        </Form.Item>
      </Form>
    </Modal>
  );
}
