import { type SiteStats, type StatsOverview } from '@govcrawler/contracts';
import { useQuery } from '@tanstack/react-query';
import { Spin } from 'antd';
import { type ReactNode } from 'react';
import { Link } from 'wouter';
import { read } from '../api/admin-client.js';
import { beijingSeconds, timeAgo } from '../parts/beijing-time.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { count, percent } from '../parts/number-format.js';
import { PageTitle } from '../parts/page-title.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { ActivityPanels, activityQuery } from './activity-panels.js';
import { LatestAlerts } from './latest-alerts.js';

/** How the platform stands today: what came in, what runs, and what each site contributes. */
export default function DashboardPage() {
  const overview = useQuery({
    queryKey: ['stats', 'overview'],
    queryFn: ({ signal }) => read('/admin/api/stats/overview', { signal }),
    refetchInterval: 10_000,
  });
  return (
    <>
      <PageTitle
        title="仪表盘"
        note={overview.dataUpdatedAt > 0 && `更新于 ${beijingSeconds(new Date(overview.dataUpdatedAt).toISOString())}`}
      />
      {overview.error && <ProblemAlert error={overview.error} onRetry={() => void overview.refetch()} />}
      {overview.isPending && (
        <div className="waiting">
          <Spin size="large" />
        </div>
      )}
      {overview.data && <Overview stats={overview.data} />}
    </>
  );
}

function Overview({ stats }: { stats: StatsOverview }) {
  const active = stats.jobs.queued + stats.jobs.running;
  return (
    <>
      <div className="figures">
        <Figure label="今日新增" value={stats.newToday} href="/articles" note={<TodaysRequests />} strong />
        <Figure
          label="文章"
          value={stats.articles}
          href="/articles"
          note={`内容缺失 ${count(stats.articlesByStatus.failed)} · 附件 ${count(stats.attachments)}`}
        />
        <Figure
          label="启用的目标"
          value={stats.targetsEnabled}
          href="/targets?enabled=true"
          note={`共 ${count(stats.targets)} 个 · ${count(stats.sites)} 个站点`}
        />
        <Figure
          label="进行中的任务"
          value={active}
          href="/jobs"
          note={`运行 ${count(stats.jobs.running)} · 排队 ${count(stats.jobs.queued)}`}
        />
        <Figure
          label="失败的任务"
          value={stats.jobs.failed}
          href="/jobs?tab=history&state=failed"
          note={`任务成功率 ${successRate(stats.jobs)}`}
          alarming={stats.jobs.failed > 0}
        />
        <HostsInTrouble />
      </div>
      <LatestAlerts />
      <ActivityPanels />
      <section className="panel">
        <h2>各站点文章</h2>
        <SiteTable sites={stats.bySite} />
      </section>
    </>
  );
}

/** How many of today's requests to the sites went well. */
function TodaysRequests() {
  const { data } = useQuery(activityQuery);
  const [attempts = 0, failures = 0] = [data?.attempts.at(-1), data?.failures.at(-1)];
  if (attempts === 0) return '今天还没有抓取';
  return `今日抓取成功率 ${percent(attempts - failures, attempts)}`;
}

const TROUBLED = ['open', 'cooling', 'retry_after'] as const;

/** Hosts that are left alone for now because they fail or asked for it. */
function HostsInTrouble() {
  const hosts = useQuery({
    queryKey: ['hosts', 'in-trouble'],
    queryFn: async ({ signal }) => {
      const found = TROUBLED.map((state) => read('/admin/api/hosts', { query: { state, limit: 1 }, signal }));
      return (await Promise.all(found)).map(({ total }) => total);
    },
    refetchInterval: 30_000,
  });
  const [open = 0, cooling = 0, waiting = 0] = hosts.data ?? [];
  const all = open + cooling + waiting;
  const worst = TROUBLED[[open, cooling, waiting].findIndex((number) => number > 0)];
  return (
    <Figure
      label="异常主机"
      value={all}
      href={worst ? `/hosts?state=${worst}` : '/hosts'}
      note={`熔断 ${count(open)} · 冷却或等待 ${count(cooling + waiting)}`}
      alarming={all > 0}
    />
  );
}

/** Of the jobs that came to an end by themselves. */
function successRate({ done, failed }: StatsOverview['jobs']): string {
  return done + failed === 0 ? '—' : percent(done, done + failed);
}

interface FigureProps {
  label: string;
  value: number;
  note: ReactNode;
  href?: string;
  strong?: boolean;
  alarming?: boolean;
}

function Figure({ label, value, note, href, strong, alarming }: FigureProps) {
  const tone = alarming ? 'alarming' : strong ? 'strong' : '';
  const content = (
    <>
      <span className="figure-label">{label}</span>
      <span className="figure-value">{count(value)}</span>
      <span className="figure-note">{note}</span>
    </>
  );
  return href ? (
    <Link href={href} className={`figure ${tone}`}>
      {content}
    </Link>
  ) : (
    <div className={`figure ${tone}`}>{content}</div>
  );
}

/** A plain table: the library's own would double what the first page loads. */
function SiteTable({ sites }: { sites: SiteStats[] }) {
  if (sites.length === 0) {
    return (
      <EmptyHint why="还没有任何站点。从一个栏目的地址开始添加。">
        <Link href="/wizard">添加栏目</Link>
      </EmptyHint>
    );
  }
  const most = Math.max(1, ...sites.map(({ articles }) => articles));
  const now = new Date();
  return (
    <div className="scroll-sideways">
      <table className="plain-table">
        <thead>
          <tr>
            <th>站点</th>
            <th className="grow">文章数</th>
            <th className="number">今日新增</th>
            <th className="number">目标数</th>
            <th className="number">最近入库</th>
          </tr>
        </thead>
        <tbody>
          {sites.map((site) => (
            <SiteRow key={site.siteCode} site={site} share={site.articles / most} now={now} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SiteRow({ site, share, now }: { site: SiteStats; share: number; now: Date }) {
  return (
    <tr>
      <td>
        <Link href={`/articles?site=${encodeURIComponent(site.siteCode)}`} className="site-name" title={site.siteName}>
          {site.siteName}
        </Link>
        {!site.enabled && <span className="faint after-text">已停用</span>}
      </td>
      <td>
        <div className="bar">
          <span className="bar-track">
            <span className="bar-fill" style={{ width: `${share * 100}%` }} />
          </span>
          <span className="bar-value">{count(site.articles)}</span>
        </div>
      </td>
      <td className="number">{site.newToday > 0 ? <b className="plus">+{count(site.newToday)}</b> : 0}</td>
      <td className="number">{count(site.targets)}</td>
      <td className="number" title={beijingSeconds(site.lastFetchedAt)}>
        {timeAgo(site.lastFetchedAt, now)}
      </td>
    </tr>
  );
}
