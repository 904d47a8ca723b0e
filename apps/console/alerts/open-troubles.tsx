import { type AlertView } from '@govcrawler/contracts';
import { useQuery } from '@tanstack/react-query';
import { Select, Skeleton, Tag } from 'antd';
import { type ReactNode } from 'react';
import { Link } from 'wouter';
import { read } from '../api/admin-client.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { Failure } from '../parts/failure-help.js';
import { Ago } from '../parts/moment.js';
import { count } from '../parts/number-format.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { useFilters } from '../parts/use-filters.js';
import { RetryButton } from '../pages/retry-jobs.js';
import { ALERT_KIND, ALERT_RULE, SEVERITY } from '../parts/words.js';
import { alertKey, alertPlace } from './alert-words.js';

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
          <AlertCard key={alertKey(alert)} alert={alert} />
        ))}
      </ul>
    </>
  );
}

function AlertCard({ alert }: { alert: AlertView }) {
  const place = alertPlace(alert);
  return (
    <li className={`alert-card ${alert.severity}`} data-row>
      <div className="alert-head">
        <Tag color={SEVERITY[alert.severity].color}>{SEVERITY[alert.severity].text}</Tag>
        <b>{[ALERT_KIND[alert.kind], place].filter(Boolean).join('：')}</b>
        <span className="faint push-end">
          <Ago time={alert.lastAt} />
        </span>
      </div>
      <p>
        {circumstances(alert)}
        {alert.host && alert.host !== place && <span className="faint"> · 主机 {alert.host}</span>}
      </p>
      {alert.message && <Failure message={alert.message} />}
      <p className="alert-links">{remedies(alert)}</p>
    </li>
  );
}

function circumstances({ kind, jobId, attempts, failures }: AlertView): string {
  if (kind === 'job_failed') return `任务 #${jobId} 失败，尝试 ${count(attempts)} 次`;
  if (kind === 'target_failing') return `${count(attempts)} 次抓取中失败 ${count(failures)} 次`;
  if (kind.startsWith('source_')) return `共检查 ${count(attempts)} 次，连续失败 ${count(failures)} 次`;
  return `规则已连续 ${count(attempts)} 次发现`;
}

/** Where it can be looked into and put right. */
function remedies({ kind, siteCode, targetCode, host, jobId }: AlertView): ReactNode {
  const target = encodeURIComponent(targetCode ?? '');
  return (
    <>
      {jobId !== null && <RetryButton jobId={jobId} />}
      {kind === 'selector_drift' && (
        <Link href={`/workbench?target=${target}`} data-main>
          调整选择器
        </Link>
      )}
      {kind.startsWith('source_') && (
        <Link href={`/sources?source=${target}`} data-main>
          查看信息源
        </Link>
      )}
      {kind === 'host_blocked' && (
        <Link href={`/hosts?q=${encodeURIComponent(host)}`} data-main>
          查看主机
        </Link>
      )}
      {kind === 'queue_old' && (
        <Link href="/jobs" data-main>
          查看队列
        </Link>
      )}
      {(siteCode || targetCode) && (
        <Link href={`/logs?success=false&site=${encodeURIComponent(siteCode)}&target=${target}`} data-main>
          查看日志
        </Link>
      )}
      {targetCode && <Link href={`/targets?q=${target}`}>采集目标</Link>}
      {jobId !== null && <Link href={`/jobs?tab=history&target=${target}`}>它的任务</Link>}
      {kind === 'all_failing' && <Link href="/logs?success=false">查看日志</Link>}
      {kind in ALERT_RULE && <Link href="/alerts?tab=incidents&firing=true">告警记录</Link>}
    </>
  );
}
