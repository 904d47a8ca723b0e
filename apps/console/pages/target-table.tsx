import { type SiteView, type TargetView } from '@govcrawler/contracts';
import { Table, type TableProps } from 'antd';
import { useState } from 'react';
import { Link } from 'wouter';
import { EmptyHint } from '../parts/empty-hint.js';
import { Ago } from '../parts/moment.js';
import { Pager } from '../parts/pager.js';
import { EnabledSwitch } from './enabled-switch.js';
import { TargetActions } from './target-actions.js';

const AT_ONCE = 50;

/** The targets of one site, each with its two ways to run. */
export function TargetTable({ site }: { site: SiteView }) {
  const [page, setPage] = useState(1);
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
    { title: '最近采集', width: 110, render: (_, { lastCrawledAt }) => <Ago time={lastCrawledAt} none="从未" /> },
    { title: '最新文章', width: 110, render: (_, { lastArticleTime }) => <Ago time={lastArticleTime} none="没有" /> },
    {
      title: '状态',
      width: 80,
      render: (_, target) => <EnabledSwitch kind="targets" {...target} />,
    },
    {
      title: '操作',
      width: 200,
      render: (_, target) => (
        <span className="row-actions">
          <TargetActions target={target} siteEnabled={site.enabled} />
          <Link href={`/articles?target=${encodeURIComponent(target.code)}`}>看文章</Link>
        </span>
      ),
    },
  ];
  return (
    <>
      <Table
        rowKey="code"
        size="small"
        className="nested-table"
        columns={columns}
        dataSource={site.targets.slice((page - 1) * AT_ONCE, page * AT_ONCE)}
        pagination={false}
        locale={{ emptyText: <EmptyHint why="这个站点还没有采集目标。用“添加栏目”从栏目的地址开始添加。" /> }}
      />
      {site.targets.length > AT_ONCE && (
        <Pager page={page} size={AT_ONCE} sizes={[AT_ONCE]} total={site.targets.length} unit="个" onChange={setPage} />
      )}
    </>
  );
}

function orDash(text: string | null): string {
  return text ?? '—';
}
