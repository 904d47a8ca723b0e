import { useQuery } from '@tanstack/react-query';
import { Tag } from 'antd';
import { Link } from 'wouter';
import { read } from '../api/admin-client.js';
import { Failure } from '../parts/failure-help.js';
import { Ago } from '../parts/moment.js';
import { count } from '../parts/number-format.js';
import { alertKey, alertPlace } from '../alerts/alert-words.js';
import { ALERT_KIND, SEVERITY } from '../parts/words.js';

const SHOWN = 5;

/** The worst of what needs a person today; nothing at all when all is well. */
export function LatestAlerts() {
  const alerts = useQuery({
    queryKey: ['alerts', 24],
    queryFn: ({ signal }) => read('/admin/api/alerts', { query: { hours: 24 }, signal }),
    refetchInterval: 30_000,
  });
  if (!alerts.data || alerts.data.items.length === 0) return null;
  return (
    <section className="panel">
      <h2>
        需要处理 <Link href="/alerts">全部 {count(alerts.data.items.length)} 项</Link>
      </h2>
      <ul className="latest-alerts">
        {alerts.data.items.slice(0, SHOWN).map((alert) => (
          <li key={alertKey(alert)}>
            <Tag color={SEVERITY[alert.severity].color}>{SEVERITY[alert.severity].text}</Tag>
            <span>{[ALERT_KIND[alert.kind], alertPlace(alert)].filter(Boolean).join('：')}</span>
            {alert.message && <Failure message={alert.message} />}
            <span className="faint push-end">
              <Ago time={alert.lastAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
