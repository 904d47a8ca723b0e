import { Button, Checkbox, Popconfirm } from 'antd';
import { useState } from 'react';
import { count } from '../parts/number-format.js';
import { useMay } from '../session/session.js';
import { useRunMany } from './run-targets.js';

interface BulkRunBarProps {
  selected: string[];
  /** Everything the filters found that can run. */
  found: string[];
  onSelect: (codes: string[]) => void;
}

/** What can be done with the selected targets; the selection survives other filters. */
export function BulkRunBar({ selected, found, onSelect }: BulkRunBarProps) {
  const [force, setForce] = useState(false);
  const run = useRunMany();
  const mayRun = useMay('operator');
  if (selected.length === 0) return null;
  return (
    <div className="selection-bar" role="region" aria-label="批量操作">
      <b>已选 {count(selected.length)} 个</b>
      <Button type="link" size="small" disabled={found.length === 0} onClick={() => onSelect(found)}>
        选择全部 {count(found.length)} 个结果
      </Button>
      <Button type="link" size="small" onClick={() => onSelect([])}>
        清除选择
      </Button>
      <span className="push-end" />
      <Checkbox checked={force} onChange={(event) => setForce(event.target.checked)}>
        全量抓取
      </Checkbox>
      <Popconfirm
        title={`${force ? '全量抓取' : '运行'} ${selected.length} 个采集目标？`}
        description={
          force
            ? '会走完每个目标的全部列表页，耗时较长；同一主机的任务依次执行'
            : '同一主机的任务依次执行；遇到已采集的文章即停止'
        }
        onConfirm={() => run.mutate({ targetCodes: selected, force }, { onSuccess: () => onSelect([]) })}
      >
        <Button type="primary" disabled={!mayRun} title={mayRun ? undefined : '需要操作员权限'} loading={run.isPending}>
          运行所选
        </Button>
      </Popconfirm>
    </div>
  );
}
