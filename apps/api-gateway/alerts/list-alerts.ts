import { Injectable } from '@nestjs/common';
import { type AlertView } from '@govcrawler/contracts';
import { hostKey } from '@govcrawler/core';
import { type TargetFailures } from '@govcrawler/persistence';
import { Clock } from '../gateway-infrastructure.js';
import { toIso } from '../http/wire-time.js';
import { type StoredJob } from '../jobs/present-job.js';
import { FailedJobs } from '../jobs/retry-jobs.js';
import { StoredSites } from '../sites/list-sites.js';

/** Failures counted. */
export abstract class FailureFigures {
  abstract failuresByTarget(hours: number): Promise<TargetFailures[]>;
}

const MAX_JOBS = 200;

/** What needs a person: targets that could not be read in the last hours, and jobs that failed and were not retried. */
@Injectable()
export class ListAlerts {
  constructor(
    private readonly figures: FailureFigures,
    private readonly jobs: FailedJobs,
    private readonly sites: StoredSites,
    private readonly clock: Clock,
  ) {}

  async list(hours: number): Promise<AlertView[]> {
    const since = new Date(this.clock.now().getTime() - hours * 3_600_000);
    const [failures, jobs, sites] = await Promise.all([
      this.figures.failuresByTarget(hours),
      this.jobs.lastFailed({ since, limit: MAX_JOBS }),
      this.sites.listWithTargets(),
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
    return [...alerts, ...jobs.map(jobAlert)].sort(
      (a, b) => rank(a) - rank(b) || b.failures - a.failures || (b.lastAt ?? '').localeCompare(a.lastAt ?? ''),
    );
  }
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

function rank({ severity }: AlertView): number {
  return severity === 'critical' ? 0 : 1;
}
