import { Tabs } from 'antd';
import { AlertChannels } from '../alerts/alert-channels.js';
import { AlertDeliveries } from '../alerts/alert-deliveries.js';
import { Incidents } from '../alerts/incidents.js';
import { OpenTroubles } from '../alerts/open-troubles.js';
import { PageTitle } from '../parts/page-title.js';
import { useFilters } from '../parts/use-filters.js';
import { RetryAllButton } from './retry-jobs.js';

const FILTERS = ['tab'] as const;

/** What needs a person, what the rules found over time, and where people are told. */
export default function AlertsPage() {
  const { filters, change } = useFilters(FILTERS);
  return (
    <>
      <PageTitle title="告警与通知">
        <RetryAllButton />
      </PageTitle>
      <Tabs
        activeKey={filters.tab || 'now'}
        onChange={(tab) => change({ tab: tab === 'now' ? null : tab })}
        destroyOnHidden
        items={[
          { key: 'now', label: '需要处理', children: <OpenTroubles /> },
          { key: 'incidents', label: '告警记录', children: <Incidents /> },
          { key: 'channels', label: '通知通道', children: <AlertChannels /> },
          { key: 'deliveries', label: '投递记录', children: <AlertDeliveries /> },
        ]}
      />
    </>
  );
}
