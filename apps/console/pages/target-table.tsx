import { type SiteView, type TargetView } from '@govcrawler/contracts';
import { Button, Popconfirm, Table, type TableProps } from 'antd';
import { Link } from 'wouter';
import { beijingSeconds, timeAgo } from '../parts/beijing-time.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { useMay } from '../session/session.js';
import { EnabledSwitch } from './enabled-switch.js';
import { useRunTarget } from './run-targets.js';

/** The targets of one site, each with its two ways to run. */
export function TargetTable({ site }: { site: SiteView }) {
  const now = new Date();
  const columns: TableProps<TargetView>['columns'] = [
    {
      title: '采集目标',
      dataIndex: 'name',
      ellipsis: true,
      render: (name: string, target) => (
        <div className="two-lines">
          <a href={target.entryUrl} target="_blank" rel="noreferrer noopener" title={target.entryUrl}>
            {name}
          </a>
          <span className="code">{target.code}</span>
        </div>
      ),
    },
    { title: '分类', dataIndex: 'contentCategory', width: 120, ellipsis: true, render: orDash },
    { title: '最近采集', width: 110, render: (_, { lastCrawledAt }) => when(lastCrawledAt, now) },
    { title: '最新文章', width: 110, render: (_, { lastArticleTime }) => when(lastArticleTime, now) },
    {
      title: '状态',
      width: 80,
      render: (_, target) => <EnabledSwitch kind="targets" {...target} />,
    },
    { title: '操作', width: 200, render: (_, target) => <TargetActions target={target} siteEnabled={site.enabled} /> },
  ];
  return (
    <Table
      rowKey="code"
      size="small"
      className="nested-table"
      columns={columns}
      dataSource={site.targets}
      pagination={site.targets.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
      locale={{ emptyText: <EmptyHint why="这个站点还没有采集目标。请在它的站点文件的 columns 中添加。" /> }}
    />
  );
}

function TargetActions({ target, siteEnabled }: { target: TargetView; siteEnabled: boolean }) {
  const run = useRunTarget();
  const mayRun = useMay('operator');
  const disabled = !mayRun || !siteEnabled || !target.enabled;
  const reason = !mayRun
    ? '需要操作员权限'
    : !siteEnabled
      ? '站点已停用'
      : !target.enabled
        ? '采集目标已停用'
        : undefined;
  return (
    <span className="row-actions">
      <Button
        size="small"
        type="primary"
        ghost
        disabled={disabled}
        title={reason}
        loading={run.isPending}
        onClick={() => run.mutate({ code: target.code, force: false })}
      >
        运行
      </Button>
      <Popconfirm
        title="全量抓取？"
        description="会走完全部列表页，遇到已采集的文章也不停止，耗时较长"
        onConfirm={() => run.mutate({ code: target.code, force: true })}
      >
        <Button size="small" disabled={disabled} title={reason}>
          全量
        </Button>
      </Popconfirm>
      <Link href={`/articles?target=${encodeURIComponent(target.code)}`}>看文章</Link>
    </span>
  );
}

function when(time: string | null, now: Date) {
  return <span title={time === null ? undefined : beijingSeconds(time)}>{timeAgo(time, now)}</span>;
}

function orDash(text: string | null): string {
  return text ?? '—';
}
