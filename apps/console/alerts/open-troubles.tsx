import { type AlertView } from '@govcrawler/contracts';
import { useQuery } from '@tanstack/react-query';
import { Select, Skeleton, Tag } from 'antd';
import { Link } from 'wouter';
import { read } from '../api/admin-client.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { Failure } from '../parts/failure-help.js';
import { Ago } from '../parts/moment.js';
import { count } from '../parts/number-format.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { useFilters } from '../parts/use-filters.js';
import { SEVERITY } from '../parts/words.js';

const FILTERS = ['hours'] as const;
const HOURS = [6, 24, 72, 168];

/** What needs a person, worst first. Cards rather than a table: it must read well on a phone. */
export function OpenTroubles() {
  const { filters, change } = useFilters(FILTERS);
  const hours = HOURS.find((choice) => String(choice) === filters.hours) ?? 24;
  const alerts = useQuery({
    queryKey: ['alerts', hours],
    queryFn: ({ signal }) => read('/admin/api/alerts', { query: { hours }, signal }),
    refetchInterval: 30_000,
  });
  return (
    <>
      <div className="filters">
        <Select
          className="filter"
          aria-label="时间范围"
          value={hours}
          onChange={(next) => change({ hours: next === 24 ? null : next })}
          options={HOURS.map((value) => ({
            value,
            label: value < 72 ? `最近 ${value} 小时` : `最近 ${value / 24} 天`,
          }))}
        />
        {alerts.data && <span className="faint">{count(alerts.data.items.length)} 项需要处理</span>}
      </div>
      {alerts.error && <ProblemAlert error={alerts.error} onRetry={() => void alerts.refetch()} />}
      {alerts.isPending && <Skeleton active paragraph={{ rows: 6 }} />}
      {alerts.data?.items.length === 0 && (
        <section className="panel">
          <EmptyHint why={`最近 ${hours} 小时没有需要处理的问题：没有失败的任务，也没有读不到的采集目标。`} />
        </section>
      )}
      <ul className="alert-list">
        {alerts.data?.items.map((alert) => (
          <AlertCard key={`${alert.kind} ${alert.jobId ?? alert.targetCode ?? alert.siteCode}`} alert={alert} />
        ))}
      </ul>
    </>
  );
}

function AlertCard({ alert }: { alert: AlertView }) {
  const place = [alert.siteName, alert.targetName].filter(Boolean).join(' · ');
  return (
    <li className={`alert-card ${alert.severity}`} data-row>
      <div className="alert-head">
        <Tag color={SEVERITY[alert.severity].color}>{SEVERITY[alert.severity].text}</Tag>
        <b>{place}</b>
        <span className="faint push-end">
          <Ago time={alert.lastAt} />
        </span>
      </div>
      <p>
        {alert.kind === 'job_failed'
          ? `任务 #${alert.jobId} 失败，尝试 ${count(alert.attempts)} 次`
          : `${count(alert.attempts)} 次抓取中失败 ${count(alert.failures)} 次`}
        <span className="faint"> · 主机 {alert.host}</span>
      </p>
      {alert.message && <Failure message={alert.message} />}
      <p className="alert-links">
        <Link href={`/logs?success=false&site=${encodeURIComponent(alert.siteCode)}`} data-main>
          查看日志
        </Link>
        {alert.targetCode && <Link href={`/targets?q=${encodeURIComponent(alert.targetCode)}`}>采集目标</Link>}
        {alert.jobId !== null && <Link href="/jobs?tab=history&state=failed">失败的任务</Link>}
      </p>
    </li>
  );
}
