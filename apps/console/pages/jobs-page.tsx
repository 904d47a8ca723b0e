import { Tabs } from 'antd';
import { PageTitle } from '../parts/page-title.js';
import { useFilters } from '../parts/use-filters.js';
import { JobHistory } from './job-history.js';
import { JobQueue } from './job-queue.js';
import { RetryAllButton } from './retry-jobs.js';
import { ScheduledRuns } from './scheduled-runs.js';

const FILTERS = ['tab', 'state', 'size'] as const;

/** What runs and waits, what came of it, and what will run next. */
export default function JobsPage() {
  const { filters, change } = useFilters(FILTERS);
  return (
    <>
      <PageTitle title="任务">
        <RetryAllButton />
      </PageTitle>
      <Tabs
        activeKey={filters.tab || 'queue'}
        onChange={(tab) => change({ tab: tab === 'queue' ? null : tab, state: null, size: null })}
        destroyOnHidden
        items={[
          { key: 'queue', label: '队列', children: <JobQueue /> },
          { key: 'history', label: '历史', children: <JobHistory /> },
          { key: 'scheduled', label: '计划', children: <ScheduledRuns /> },
        ]}
      />
    </>
  );
}
