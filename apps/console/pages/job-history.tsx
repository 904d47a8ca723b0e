import { type CrawlJobState } from '@govcrawler/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Input, Segmented } from 'antd';
import { Link } from 'wouter';
import { read } from '../api/admin-client.js';
import { TargetSelect } from '../parts/choices.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { ListTable } from '../parts/list-table.js';
import { paging } from '../parts/pager.js';
import { useFilters } from '../parts/use-filters.js';
import { JOB_STATE } from '../parts/words.js';
import { isActive, JOB_COLUMNS } from './job-columns.js';

const FILTERS = ['state', 'target', 'q', 'page', 'size'] as const;
const STATES = [{ value: '', label: '全部' }].concat(
  Object.entries(JOB_STATE).map(([value, { text }]) => ({ value, label: text })),
);

/** All jobs, newest first. */
export function JobHistory() {
  const { filters, change } = useFilters(FILTERS);
  const { page, size, limit, offset } = paging(filters);
  const jobs = useQuery({
    queryKey: ['jobs', 'list', filters.state, filters.target, filters.q, page, size],
    queryFn: ({ signal }) =>
      read('/admin/api/jobs/list', {
        query: { state: filters.state, targetCode: filters.target, q: filters.q, limit, offset },
        signal,
      }),
    placeholderData: keepPreviousData,
    // A net under the live events.
    refetchInterval: (query) => (query.state.data?.items.some(isActive) ? 5_000 : 15_000),
  });
  return (
    <>
      <div className="filters">
        <Segmented
          options={STATES}
          value={filters.state}
          onChange={(state) => change({ state })}
          aria-label="任务状态"
        />
        <Input.Search
          key={filters.q}
          defaultValue={filters.q}
          placeholder="站点、目标或失败原因"
          aria-label="查找任务"
          allowClear
          maxLength={200}
          className="filter-wide"
          onSearch={(q) => change({ q: q.trim() })}
        />
        <TargetSelect value={filters.target} onChange={(target) => change({ target })} />
      </div>
      <ListTable
        rowKey="id"
        query={jobs}
        columns={JOB_COLUMNS}
        tableLayout="fixed"
        scroll={{ x: 1000 }}
        pager={{ page, size, unit: '个', onChange: (next, nextSize) => change({ page: next, size: nextSize }) }}
        empty={
          <NoJobs
            state={filters.state}
            filtered={Boolean(filters.state || filters.target || filters.q)}
            onClear={() => change({ state: null, target: null, q: null })}
          />
        }
      />
    </>
  );
}

function NoJobs({ state, filtered, onClear }: { state: string; filtered: boolean; onClear: () => void }) {
  const word = JOB_STATE[state as CrawlJobState]?.text;
  return filtered ? (
    <EmptyHint why={word ? `没有“${word}”的任务` : '没有符合条件的任务'}>
      <Button onClick={onClear}>查看全部任务</Button>
    </EmptyHint>
  ) : (
    <EmptyHint why="还没有任务。定时任务到点会自动出现，也可以手动运行一个采集目标。">
      <Link href="/targets">去运行采集目标</Link>
    </EmptyHint>
  );
}
