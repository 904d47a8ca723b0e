import { type DomainRuleView } from '@govcrawler/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Drawer, Popconfirm, Skeleton } from 'antd';
import { useState } from 'react';
import { change, read } from '../api/admin-client.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { useMessages } from '../parts/messages.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { useMay } from '../session/session.js';
import { HostPolicyForm } from './host-policy-form.js';

/** How politely domains are asked: rules of our own stand before the built-in ones. */
export default function HostPolicies({ domain, onClose }: { domain: string | null; onClose: () => void }) {
  const mayEdit = useMay('admin');
  const [edited, setEdited] = useState<DomainRuleView | string | null>(mayEdit ? domain : null);
  const rules = useQuery({
    queryKey: ['host-policies'],
    queryFn: ({ signal }) => read('/admin/api/hosts/policies', { signal }),
  });
  return (
    <Drawer
      open
      onClose={onClose}
      size="min(720px, 100vw)"
      title="礼貌策略"
      extra={
        mayEdit && (
          <Button type="primary" size="small" onClick={() => setEdited('')}>
            新增规则
          </Button>
        )
      }
    >
      {rules.error && <ProblemAlert error={rules.error} onRetry={() => void rules.refetch()} />}
      {rules.isPending && <Skeleton active />}
      {rules.data && (
        <>
          <h2 className="drawer-heading">自定义规则</h2>
          <p className="faint">对域名及其下的所有主机生效，保存后各个进程立即采用。采集目标自己设置的间隔优先。</p>
          {rules.data.rules.length === 0 ? (
            <EmptyHint why="还没有自定义规则，全部按内置规则。" />
          ) : (
            <RuleTable rules={rules.data.rules} edit={mayEdit ? setEdited : null} />
          )}
          <h2 className="drawer-heading">内置规则</h2>
          <RuleTable rules={rules.data.builtIn} edit={null} />
        </>
      )}
      {edited !== null && <HostPolicyForm rule={edited} onClose={() => setEdited(null)} />}
    </Drawer>
  );
}

function RuleTable({ rules, edit }: { rules: DomainRuleView[]; edit: ((rule: DomainRuleView) => void) | null }) {
  return (
    <div className="scroll-sideways">
      <table className="plain-table">
        <thead>
          <tr>
            <th>域名</th>
            <th className="number">间隔（秒）</th>
            <th className="number">并发</th>
            <th className="number">每秒请求</th>
            <th>额度</th>
            {edit && <th>操作</th>}
          </tr>
        </thead>
        <tbody>
          {rules.map((rule) => (
            <tr key={rule.domain}>
              <td>{rule.domain}</td>
              <td className="number">{rule.intervalSec}</td>
              <td className="number">{rule.concurrency ?? '不限'}</td>
              <td className="number">{rule.requestsPerSec ?? '不限'}</td>
              <td>{rule.shared ? '整个域名共用' : '每个主机'}</td>
              {edit && (
                <td>
                  <span className="row-actions">
                    <Button size="small" onClick={() => edit(rule)}>
                      编辑
                    </Button>
                    <DropRule domain={rule.domain} />
                  </span>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DropRule({ domain }: { domain: string }) {
  const client = useQueryClient();
  const messages = useMessages();
  const drop = useMutation({
    mutationFn: () => change('delete', '/admin/api/hosts/policies/{domain}', { path: { domain } }),
    onSuccess: (rules) => {
      client.setQueryData(['host-policies'], rules);
      void client.invalidateQueries({ queryKey: ['hosts'] });
      void messages.success(`${domain} 的规则已删除`);
    },
    onError: messages.problem,
  });
  return (
    <Popconfirm
      title={`删除 ${domain} 的规则？`}
      description="之后按内置规则访问"
      okText="删除"
      okButtonProps={{ danger: true }}
      onConfirm={() => drop.mutate()}
    >
      <Button size="small" danger loading={drop.isPending}>
        删除
      </Button>
    </Popconfirm>
  );
}
