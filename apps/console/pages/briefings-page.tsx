import { type BriefingSummary } from '@govcrawler/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Button, Skeleton, Table, Tag, type TableProps } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { read } from '../api/admin-client.js';
import { modelQuery } from '../api/queries.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { Ago } from '../parts/moment.js';
import { count } from '../parts/number-format.js';
import { PageTitle } from '../parts/page-title.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { useFilters } from '../parts/use-filters.js';
import { JOB_STATE } from '../parts/words.js';
import { useMay } from '../session/session.js';
import { BriefingProgressLine, costLine, isUnfinished } from './briefing-progress.js';

const BriefingForm = lazy(() => import('./briefing-form.js'));
const BriefingReader = lazy(() => import('./briefing-reader.js'));
const FILTERS = ['briefing', 'before'] as const;
const PAGE = 20;

/** Briefings: what was ordered, how far each is and what it cost; one of them to read. */
export default function BriefingsPage() {
  const { filters, change } = useFilters(FILTERS);
  const mayRun = useMay('operator');
  const [ordering, setOrdering] = useState(false);
  const model = useQuery(modelQuery);
  const briefings = useQuery({
    queryKey: ['briefings', 'list', filters.before],
    queryFn: ({ signal }) => read('/admin/api/briefings', { query: { before: filters.before, limit: PAGE }, signal }),
    placeholderData: keepPreviousData,
    // The live events say how far each is; this is for a connection that was lost.
    refetchInterval: 30_000,
  });
  const next = briefings.data?.nextBefore ?? null;
  return (
    <>
      <PageTitle
        title="简报"
        note={
          model.data?.configured &&
          `模型 ${model.data.model}${model.data.runCeiling === null ? '' : `，每次运行上限 ${model.data.runCeiling} ${model.data.currency}`}`
        }
      >
        {mayRun && model.data?.configured && (
          <Button type="primary" onClick={() => setOrdering(true)}>
            生成简报
          </Button>
        )}
      </PageTitle>
      {model.data && !model.data.configured && (
        <Alert
          type="info"
          showIcon
          title="没有配置大模型服务，智能体采集、摘要和简报不可用"
          description="其他功能不受影响。设置 MODEL_BASE_URL（以及 MODEL_NAME、MODEL_API_KEY）并重启服务后即可使用。"
        />
      )}
      {briefings.error && <ProblemAlert error={briefings.error} onRetry={() => void briefings.refetch()} />}
      {briefings.isPending ? (
        <Skeleton active paragraph={{ rows: 6 }} />
      ) : (
        <Table
          rowKey="id"
          size="middle"
          columns={COLUMNS}
          dataSource={briefings.data?.items ?? []}
          pagination={false}
          scroll={{ x: 860 }}
          locale={{
            emptyText: <EmptyHint why="还没有简报。选择采集目标和日期范围，系统会采集、撰写摘要并按重要性排序。" />,
          }}
        />
      )}
      {(filters.before || next !== null) && (
        <p className="alert-links">
          {filters.before && <Button onClick={() => change({ before: null })}>最新</Button>}
          {next !== null && <Button onClick={() => change({ before: next })}>更早的简报</Button>}
        </p>
      )}
      <Suspense>
        {ordering && (
          <BriefingForm
            onClose={() => setOrdering(false)}
            onOrdered={(briefing) => change({ briefing, before: null })}
          />
        )}
        {filters.briefing && <BriefingReader id={filters.briefing} onClose={() => change({ briefing: null })} />}
      </Suspense>
    </>
  );
}

const COLUMNS: TableProps<BriefingSummary>['columns'] = [
  {
    title: '简报',
    render: (_, { id, order }) => (
      <div className="two-lines">
        <Link href={`/briefings?briefing=${id}`}>{order.title}</Link>
        <span className="faint">
          {order.from} 至 {order.to}，{count(order.targetCodes.length)} 个采集目标
        </span>
      </div>
    ),
  },
  {
    title: '状态',
    width: 320,
    render: (_, briefing) =>
      isUnfinished(briefing) ? (
        <BriefingProgressLine briefing={briefing} />
      ) : (
        <Tag color={JOB_STATE[briefing.state].color}>{JOB_STATE[briefing.state].text}</Tag>
      ),
  },
  { title: '条目', width: 80, align: 'right', render: (_, { itemCount }) => count(itemCount) },
  { title: '费用', width: 150, render: (_, { progress }) => costLine(progress) },
  { title: '创建', width: 130, render: (_, { createdAt }) => <Ago time={createdAt} /> },
];
