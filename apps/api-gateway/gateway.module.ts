import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { type UserRole } from '@govcrawler/contracts';
import { ArticlesController } from './articles/articles.controller.js';
import { ReadArticle, StoredArticles } from './articles/read-article.js';
import { ArticleIndex, SearchArticles } from './articles/search-articles.js';
import { AuthenticationGuard } from './auth/authentication.guard.js';
import { CheckCredentials } from './auth/check-credentials.js';
import { UserAccounts } from './auth/principal.js';
import { SessionKey, SharedSettings } from './auth/session-key.js';
import { SessionController } from './auth/session.controller.js';
import { SessionTokens } from './auth/session-tokens.js';
import { Clock, GatewayInfrastructure } from './gateway-infrastructure.js';
import { HealthController } from './health/health.controller.js';
import { ProblemFilter } from './http/problem.filter.js';
import { UnsafeRequestsGuard } from './http/unsafe-requests.guard.js';
import { CancelJob, StoppableJobs } from './jobs/cancel-job.js';
import { JobsController } from './jobs/jobs.controller.js';
import { JobHistory, ListJobs } from './jobs/list-jobs.js';
import { LogsController } from './logs/logs.controller.js';
import { CrawlLogs, RecentLogs } from './logs/recent-logs.js';
import { ListSites, StoredSites } from './sites/list-sites.js';
import { SitesController } from './sites/sites.controller.js';
import { CountedSites, ReadStatsOverview, StoredFigures } from './stats/stats-overview.js';
import { StatsController } from './stats/stats.controller.js';
import { BulkRunTargets } from './targets/bulk-run-targets.js';
import { LookupTargets } from './targets/lookup-targets.js';
import { JobLanes, JobRows, RunnableTargets, RunTarget } from './targets/run-target.js';
import { TargetsController } from './targets/targets.controller.js';

/** The gateway around whatever infrastructure its process has opened. It enqueues and reads; it never crawls. */
@Module({})
export class GatewayModule {
  static forRoot(infrastructure: GatewayInfrastructure): DynamicModule {
    return {
      module: GatewayModule,
      controllers: [
        HealthController,
        SessionController,
        SitesController,
        TargetsController,
        ArticlesController,
        JobsController,
        LogsController,
        StatsController,
      ],
      providers: [
        { provide: GatewayInfrastructure, useValue: infrastructure },
        ...ports(infrastructure),
        // In this order: a request from another site is refused before its credentials are looked at.
        { provide: APP_GUARD, useClass: UnsafeRequestsGuard },
        { provide: APP_GUARD, useClass: AuthenticationGuard },
        { provide: APP_FILTER, useClass: ProblemFilter },
        CheckCredentials,
        SessionKey,
        SessionTokens,
        ListSites,
        LookupTargets,
        RunTarget,
        BulkRunTargets,
        SearchArticles,
        ReadArticle,
        ListJobs,
        CancelJob,
        RecentLogs,
        ReadStatsOverview,
      ],
    };
  }
}

/** Which part of the infrastructure stands behind each port of the use cases. */
function ports({ database, lanes, clock }: GatewayInfrastructure): Provider[] {
  return [
    bind(Clock, clock ?? { now: () => new Date() }),
    bind(UserAccounts, {
      findByName: async (username) => {
        const user = await database.users.findByName(username);
        return user && { ...user, role: user.role as UserRole };
      },
    }),
    bind(SharedSettings, database.settings),
    bind(StoredSites, database.sites),
    bind(CountedSites, database.sites),
    bind(StoredFigures, database.statistics),
    bind(RunnableTargets, database.targets),
    bind(JobRows, database.jobs),
    bind(JobHistory, database.jobs),
    bind(StoppableJobs, database.jobs),
    bind(JobLanes, lanes),
    bind(ArticleIndex, database.articles),
    bind(StoredArticles, database.articles),
    bind(CrawlLogs, database.logs),
  ];
}

function bind<T extends object>(port: abstract new () => T, implementation: T): Provider {
  return { provide: port, useValue: implementation };
}
