import { type TargetView } from '@govcrawler/contracts';
import { Button, Popconfirm } from 'antd';
import { useState } from 'react';
import { useMay } from '../session/session.js';
import { useRunTarget } from './run-targets.js';

/** The two ways to run a target; where it cannot run, the button says why. */
export function TargetActions({
  target,
  siteEnabled,
}: {
  target: Pick<TargetView, 'code' | 'enabled'>;
  siteEnabled: boolean;
}) {
  const run = useRunTarget();
  const [asked, setAsked] = useState(false);
  const mayRun = useMay('operator');
  const reason = refusal(mayRun, siteEnabled, target.enabled);
  const disabled = reason !== undefined;
  return (
    <span className="row-actions">
      <Button
        size="small"
        type="primary"
        ghost
        disabled={disabled}
        title={reason ?? '增量采集：遇到已采集的文章即停止'}
        loading={run.isPending}
        onClick={() => run.mutate({ code: target.code, force: false })}
      >
        运行
      </Button>
      <span>
        <Button size="small" disabled={disabled} title={reason} onClick={() => setAsked(true)}>
          全量
        </Button>
        {/* Only for the row that asks: one in each of the rows would be most of what the table takes to draw. */}
        {asked && (
          <Popconfirm
            defaultOpen
            title="全量抓取？"
            description="会走完全部列表页，遇到已采集的文章也不停止，耗时较长"
            onConfirm={() => run.mutate({ code: target.code, force: true })}
            onOpenChange={(open) => open || setAsked(false)}
          >
            <span />
          </Popconfirm>
        )}
      </span>
    </span>
  );
}

function refusal(mayRun: boolean, siteEnabled: boolean, enabled: boolean): string | undefined {
  if (!mayRun) return '需要操作员权限';
  if (!siteEnabled) return '站点已停用';
  return enabled ? undefined : '采集目标已停用';
}
