import { Injectable } from '@nestjs/common';
import { type AlertView } from '@govcrawler/contracts';
import { hostKey } from '@govcrawler/core';
import { type AlertIncident, type StoredSource, type TargetFailures } from '@govcrawler/persistence';
import { Clock } from '../gateway-infrastructure.js';
import { toIso } from '../http/wire-time.js';
import { type StoredJob } from '../jobs/present-job.js';
import { FailedJobs } from '../jobs/retry-jobs.js';
import { StoredSites } from '../sites/list-sites.js';

/** Failures counted. */
export abstract class FailureFigures {
  abstract failuresByTarget(hours: number): Promise<TargetFailures[]>;
}

/** Sources that wait for a person. */
export abstract class TroubledSources {
  abstract troubled(limit: number): Promise<(StoredSource & { trouble: 'stopped' | 'gone' | 'moved' })[]>;
}

/** Troubles that rules found and that last. */
export abstract class OpenIncidents {
  abstract openIncidents(): Promise<AlertIncident[]>;
}

const MAX_JOBS = 200;
const MAX_SOURCES = 200;

/**
 * What needs a person: targets that could not be read in the last hours, jobs that failed and were not retried, and
 * sources that stopped, are gone or moved.
 */
@Injectable()
export class ListAlerts {
  constructor(
    private readonly figures: FailureFigures,
    private readonly jobs: FailedJobs,
    private readonly sites: StoredSites,
    private readonly sources: TroubledSources,
    private readonly clock: Clock,
    private readonly incidents: OpenIncidents,
  ) {}

  async list(hours: number): Promise<AlertView[]> {
    const since = new Date(this.clock.now().getTime() - hours * 3_600_000);
    const [failures, jobs, sites, sources, incidents] = await Promise.all([
      this.figures.failuresByTarget(hours),
      this.jobs.lastFailed({ since, limit: MAX_JOBS }),
      this.sites.listWithTargets(),
      this.sources.troubled(MAX_SOURCES),
      this.incidents.openIncidents(),
    ]);
    const siteOf = new Map(sites.map((site) => [site.id, site]));
    const alerts = failures.flatMap((failure): AlertView[] => {
      const site = siteOf.get(failure.siteId);
      if (!site) return [];
      const target = site.targets.find(({ id }) => id === failure.targetId);
      return [
        {
          kind: 'target_failing',
          severity: failure.failures === failure.attempts ? 'critical' : 'warning',
          siteCode: site.siteCode,
          siteName: site.siteName,
          targetCode: target?.targetCode ?? null,
          targetName: target?.targetName ?? null,
          host: hostKey(site.baseUrl),
          attempts: failure.attempts,
          failures: failure.failures,
          message: failure.lastError ?? (failure.lastHttpStatus === null ? null : `HTTP ${failure.lastHttpStatus}`),
          jobId: null,
          lastAt: toIso(failure.lastFailedAt),
        },
      ];
    });
    return [...incidents.map(incidentAlert), ...alerts, ...jobs.map(jobAlert), ...sources.map(sourceAlert)].sort(
      (a, b) => rank(a) - rank(b) || b.failures - a.failures || (b.lastAt ?? '').localeCompare(a.lastAt ?? ''),
    );
  }
}

function sourceAlert({
  site,
  target,
  stats,
  state,
  trouble,
}: Awaited<ReturnType<TroubledSources['troubled']>>[number]): AlertView {
  const messages = {
    stopped: `凭据失效，已停止调度：${stats?.lastError ?? ''}`,
    gone: '服务器声明该地址已永久失效（410），已停用',
    moved: `地址已永久迁移到 ${state?.movedTo ?? ''}，请修改配置文件`,
  };
  const lastAt = { stopped: stats?.lastCheckAt, gone: state?.goneAt, moved: state?.movedSince }[trouble] ?? null;
  return {
    kind: `source_${trouble}`,
    severity: trouble === 'moved' ? 'warning' : 'critical',
    siteCode: site.siteCode,
    siteName: site.siteName,
    targetCode: target.targetCode,
    targetName: target.targetName,
    host: hostKey(site.baseUrl),
    attempts: stats?.checkCount ?? 0,
    failures: stats?.failCount ?? 0,
    message: messages[trouble],
    jobId: null,
    lastAt: toIso(lastAt),
  };
}

function jobAlert(job: StoredJob): AlertView {
  return {
    kind: 'job_failed',
    severity: 'critical',
    siteCode: job.siteCode,
    siteName: job.siteName,
    targetCode: job.targetCode,
    targetName: job.targetName,
    host: job.hostKey,
    attempts: job.attempts,
    failures: job.attempts,
    message: job.error,
    jobId: job.id,
    lastAt: toIso(job.finishedAt),
  };
}

function incidentAlert({ rule, subject, severity, title, message, seen, lastAt }: AlertIncident): AlertView {
  const ofTarget = rule === 'target_silent' || rule === 'selector_drift';
  return {
    kind: rule,
    severity,
    siteCode: rule === 'site_failing' ? subject : '',
    siteName: '',
    targetCode: ofTarget ? subject : null,
    targetName: null,
    host: rule === 'host_blocked' ? subject : '',
    attempts: seen,
    failures: seen,
    message: `${title}：${message}`,
    jobId: null,
    lastAt: toIso(lastAt),
  };
}

function rank({ severity }: AlertView): number {
  return severity === 'critical' ? 0 : 1;
}
