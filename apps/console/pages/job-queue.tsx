import { type HostQueueView } from '@govcrawler/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Table } from 'antd';
import { Link } from 'wouter';
import { read } from '../api/admin-client.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { Ago } from '../parts/moment.js';
import { count } from '../parts/number-format.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { useFilters } from '../parts/use-filters.js';
import { JOB_COLUMNS } from './job-columns.js';

const FILTERS = ['host'] as const;
const MOST = 100;

/** The queue as it stands: one lane per host, and the jobs that run or wait in it. */
export function JobQueue() {
  const { filters, change } = useFilters(FILTERS);
  const lanes = useQuery({
    queryKey: ['jobs', 'queue'],
    queryFn: ({ signal }) => read('/admin/api/jobs/queue', { signal }),
    refetchInterval: (query) => (query.state.data?.length ? 5_000 : 15_000),
  });
  const jobs = useQuery({
    queryKey: ['jobs', 'active', filters.host],
    queryFn: async ({ signal }) => {
      const [running, queued] = await Promise.all(
        (['running', 'queued'] as const).map((state) =>
          read('/admin/api/jobs/list', { query: { state, host: filters.host, limit: MOST }, signal }),
        ),
      );
      return { total: running!.total + queued!.total, items: [...running!.items, ...queued!.items.reverse()] };
    },
    // A net under the live events.
    refetchInterval: (query) => (query.state.data?.items.length ? 5_000 : 15_000),
  });
  const error = lanes.error ?? jobs.error;
  return (
    <>
      {error && <ProblemAlert error={error} onRetry={() => void Promise.all([lanes.refetch(), jobs.refetch()])} />}
      <HostLanes lanes={lanes.data ?? []} chosen={filters.host} onChoose={(host) => change({ host })} />
      {(jobs.data || jobs.isPending) && (
        <Table
          rowKey="id"
          size="middle"
          sticky={{ offsetHeader: 56 }}
          loading={jobs.isPending}
          columns={JOB_COLUMNS}
          dataSource={jobs.data?.items ?? []}
          tableLayout="fixed"
          scroll={{ x: 1000 }}
          pagination={false}
          footer={
            jobs.data && jobs.data.total > jobs.data.items.length
              ? () => `只显示前 ${count(jobs.data.items.length)} 个，共 ${count(jobs.data.total)} 个`
              : undefined
          }
          locale={{
            emptyText: jobs.data ? (
              <EmptyHint why="现在没有任务在运行或排队。">
                <Link href="/jobs?tab=scheduled">看看接下来运行什么</Link>
              </EmptyHint>
            ) : (
              ' '
            ),
          }}
        />
      )}
    </>
  );
}

interface HostLanesProps {
  lanes: HostQueueView[];
  chosen: string;
  onChoose: (host: string | null) => void;
}

/** One button per host with work: a host never runs two jobs at once, so this is where waiting shows. */
function HostLanes({ lanes, chosen, onChoose }: HostLanesProps) {
  if (lanes.length === 0) return null;
  return (
    <div className="host-queues" role="group" aria-label="各主机的队列">
      {lanes.slice(0, 24).map(({ host, queued, running, oldestQueuedAt }) => (
        <button
          key={host}
          type="button"
          aria-pressed={host === chosen}
          className={running > 0 ? 'host-queue busy' : 'host-queue'}
          onClick={() => onChoose(host === chosen ? null : host)}
        >
          {host}
          {running > 0 && <b>运行中</b>}
          {queued > 0 && <span>排队 {count(queued)}</span>}
          {running === 0 && oldestQueuedAt && (
            <span>
              最早 <Ago time={oldestQueuedAt} />
            </span>
          )}
        </button>
      ))}
      {lanes.length > 24 && <span className="host-queue">另有 {count(lanes.length - 24)} 个主机</span>}
      {chosen && (
        <Button type="link" size="small" onClick={() => onChoose(null)}>
          全部主机
        </Button>
      )}
    </div>
  );
}
