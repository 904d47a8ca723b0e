import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { type UserRole } from '@govcrawler/contracts';
import {
  DomainPolicy,
  HostControl,
  type HostControlParts,
  InProcessCookieJar,
  InProcessHostState,
} from '@govcrawler/fetch';
import { AlertChannelsController } from './alerts/alert-channels.controller.js';
import { AlertsController } from './alerts/alerts.controller.js';
import { FailureFigures, ListAlerts, OpenIncidents, TroubledSources } from './alerts/list-alerts.js';
import { ManageAlerts } from './alerts/manage-alerts.js';
import { AlertBook, DiskGauge, WatchAlerts } from './alerts/watch-alerts.js';
import { ArticlesController } from './articles/articles.controller.js';
import { DeleteArticles, RemovableArticles } from './articles/delete-articles.js';
import { ReadArticle, StoredArticles } from './articles/read-article.js';
import { FileOwnership, RemoveFiles } from './articles/remove-files.js';
import { ArticleStream } from './articles/export-articles.js';
import { ExportController } from './articles/export.controller.js';
import { IndexSteps, KeepSearchIndex } from './articles/keep-search-index.js';
import { ArticleIndex, SearchArticles } from './articles/search-articles.js';
import { AuditLog } from './audit/audit-log.js';
import { AuditController } from './audit/audit.controller.js';
import { RecordRuns } from './audit/record-runs.js';
import { ApiKeys, StoredApiKeys } from './auth/api-keys.js';
import { AuthenticationGuard } from './auth/authentication.guard.js';
import { CheckCredentials, LoginAttempts } from './auth/check-credentials.js';
import { UserAccounts } from './auth/principal.js';
import { RoleGuard } from './auth/role.guard.js';
import { SharedSettings } from './auth/shared-settings.js';
import { SessionController } from './auth/session.controller.js';
import { Sessions, StoredSessions } from './auth/sessions.js';
import { ThrottledKeys } from './auth/throttled-keys.js';
import { ControlPlaneController } from './control-plane/control-plane.controller.js';
import { BRIEFING_CONTROLLERS, briefingProviders } from './briefings/briefing.parts.js';
import { DELIVERY_CONTROLLERS, deliveryProviders } from './delivery/delivery.parts.js';
import { DepartmentsController } from './departments/departments.controller.js';
import { EditDepartments, StoredDepartments } from './departments/edit-departments.js';
import { ERRAND_CONTROLLERS, ERRAND_USE_CASES, errandPorts } from './errands/errand-parts.js';
import { Clock, GatewayInfrastructure } from './gateway-infrastructure.js';
import { DocumentsController } from './documents/documents.controller.js';
import { AttachmentDownloads, DownloadAgain } from './documents/download-again.js';
import { KeptDocuments, ReadDocuments } from './documents/read-documents.js';
import { EventsController } from './events/events.controller.js';
import { ChangedJobs } from './events/job-changes.js';
import { EventPace, LiveEvents } from './events/live-events.js';
import { MetricsController } from './health/metrics.controller.js';
import { HealthController } from './health/health.controller.js';
import { bind } from './http/bind-port.js';
import { HostControls } from './hosts/host-controls.js';
import { HostsController } from './hosts/hosts.controller.js';
import { ManageHosts } from './hosts/manage-hosts.js';
import { PausedHosts } from './hosts/paused-hosts.js';
import { ProblemFilter } from './http/problem.filter.js';
import { UnsafeRequestsGuard } from './http/unsafe-requests.guard.js';
import { CancelJob, StoppableJobs } from './jobs/cancel-job.js';
import { JobsController } from './jobs/jobs.controller.js';
import { JobHistory, ListJobs } from './jobs/list-jobs.js';
import { ListScheduled, ScheduledTargets, SelfScheduled, TargetNames } from './jobs/list-scheduled.js';
import { FailedJobs, RetryJobs } from './jobs/retry-jobs.js';
import { KeysController } from './keys/keys.controller.js';
import { ManagedApiKeys, ManageKeys } from './keys/manage-keys.js';
import { LogsController } from './logs/logs.controller.js';
import { CrawlLogs, RecentLogs } from './logs/recent-logs.js';
import { OpenApiController } from './openapi/openapi.controller.js';
import { ListAdapters } from './registry/list-adapters.js';
import { ListRegistry } from './registry/list-registry.js';
import { RegistryController } from './registry/registry.controller.js';
import { EditSystemSettings } from './settings/edit-system-settings.js';
import { SystemSettingsController } from './settings/system-settings.controller.js';
import { DeleteSite, RemovableSites, SiteArticlesRemoval } from './sites/delete-site.js';
import { EditableSites, EditSites, ReadableSites } from './sites/edit-sites.js';
import { ListSites, StoredSites } from './sites/list-sites.js';
import { SitesController } from './sites/sites.controller.js';
import { DepartmentFigures, ReadStatsByDepartment } from './stats/stats-by-department.js';
import { CountedSites, ReadStatsOverview, StoredFigures } from './stats/stats-overview.js';
import { RememberedFigures } from './stats/remembered-figures.js';
import { ReadStatsOverTime, TimedFigures } from './stats/stats-over-time.js';
import { StatsController } from './stats/stats.controller.js';
import { BulkCreateTargets } from './targets/bulk-create-targets.js';
import { BulkRunTargets } from './targets/bulk-run-targets.js';
import { EditableTargets, EditTargets, SitesOfTargets } from './targets/edit-targets.js';
import { LookupTargets } from './targets/lookup-targets.js';
import { JobLanes, JobRows, RunnableTargets, RunTarget } from './targets/run-target.js';
import { TargetEditsController } from './targets/target-edits.controller.js';
import { ParserOverrides, TargetParser } from './targets/target-parser.js';
import { TargetsController } from './targets/targets.controller.js';
import { ManagedUsers, ManageUsers } from './users/manage-users.js';
import { AddSources } from './sources/add-sources.js';
import { DiscoverSources } from './sources/discover-sources.js';
import { ListSources, SourceChecksLog, StoredSources } from './sources/list-sources.js';
import { SourcesController } from './sources/sources.controller.js';
import { OpenSessionsController } from './users/open-sessions.controller.js';
import { UsersController } from './users/users.controller.js';
import { PostSigned } from './webhooks/post-signed.js';
import { KeptSecrets, NO_KEY, SealSecrets, Secrets } from './webhooks/seal-secrets.js';
import { NO_WAY_OUT, WebhookSender } from './webhooks/webhook-sender.js';

/** The gateway around whatever infrastructure its process has opened. It enqueues and reads; it never crawls. */
@Module({})
export class GatewayModule {
  static forRoot(infrastructure: GatewayInfrastructure): DynamicModule {
    return {
      module: GatewayModule,
      controllers: [
        HealthController,
        MetricsController,
        SessionController,
        SitesController,
        TargetsController,
        TargetEditsController,
        ExportController,
        ArticlesController,
        JobsController,
        LogsController,
        StatsController,
        AuditController,
        DepartmentsController,
        AlertChannelsController,
        AlertsController,
        RegistryController,
        OpenApiController,
        UsersController,
        OpenSessionsController,
        KeysController,
        EventsController,
        ControlPlaneController,
        HostsController,
        SystemSettingsController,
        DocumentsController,
        ...ERRAND_CONTROLLERS,
        SourcesController,
        ...DELIVERY_CONTROLLERS,
        ...BRIEFING_CONTROLLERS,
      ],
      providers: [
        { provide: GatewayInfrastructure, useValue: infrastructure },
        ...ports(infrastructure),
        ...errandPorts(infrastructure),
        ...ERRAND_USE_CASES,
        ...deliveryProviders(infrastructure),
        ...briefingProviders(infrastructure),
        // In this order: a request from another site is refused before its credentials are looked at.
        { provide: APP_GUARD, useClass: UnsafeRequestsGuard },
        { provide: APP_GUARD, useClass: AuthenticationGuard },
        { provide: APP_GUARD, useClass: RoleGuard },
        { provide: APP_FILTER, useClass: ProblemFilter },
        CheckCredentials,
        Sessions,
        ApiKeys,
        ThrottledKeys,
        ManageKeys,
        ManageUsers,
        ListSites,
        EditSites,
        DeleteSite,
        RemoveFiles,
        EditTargets,
        BulkCreateTargets,
        TargetParser,
        RecordRuns,
        LookupTargets,
        RunTarget,
        BulkRunTargets,
        SearchArticles,
        KeepSearchIndex,
        ManageAlerts,
        WatchAlerts,
        SealSecrets,
        PostSigned,
        EditSystemSettings,
        ReadArticle,
        ListJobs,
        CancelJob,
        RecentLogs,
        ReadStatsOverview,
        ReadStatsByDepartment,
        ReadStatsOverTime,
        RememberedFigures,
        DeleteArticles,
        EditDepartments,
        ListScheduled,
        RetryJobs,
        ListAlerts,
        ListSources,
        AddSources,
        DiscoverSources,
        LiveEvents,
        ManageHosts,
        PausedHosts,
        ReadDocuments,
        DownloadAgain,
        ListAdapters,
        ListRegistry,
      ],
    };
  }
}

/** Which part of the infrastructure stands behind each port of the use cases. */
function ports({
  database,
  lanes,
  clock,
  files,
  eventPace,
  hosts,
  webhooks,
  secrets,
}: GatewayInfrastructure): Provider[] {
  return [
    bind(Clock, clock ?? { now: () => new Date() }),
    bind(HostControls, hosts ?? new HostControl(ownHostParts())),
    bind(EventPace, eventPace ?? { lookMs: 1_000, heartbeatMs: 10_000 }),
    bind(UserAccounts, {
      findByName: async (username) => {
        const user = await database.users.findByName(username);
        return user && user.disabledAt === null ? { ...user, role: user.role as UserRole } : null;
      },
    }),
    bind(SharedSettings, database.settings),
    bind(LoginAttempts, database.loginAttempts),
    bind(ManagedUsers, database.users),
    bind(StoredApiKeys, database.apiKeys),
    bind(ManagedApiKeys, database.apiKeys),
    bind(StoredSessions, database.sessions as StoredSessions),
    bind(StoredSites, database.sites),
    bind(CountedSites, database.sites),
    bind(StoredFigures, database.statistics),
    bind(RunnableTargets, database.targets),
    bind(JobRows, database.jobs),
    bind(JobHistory, database.jobs),
    bind(ChangedJobs, database.jobs),
    bind(StoppableJobs, database.jobs),
    bind(JobLanes, lanes),
    bind(KeptDocuments, database.documents),
    bind(AttachmentDownloads, database.attachments),
    bind(ArticleStream, database.search),
    bind(AlertBook, database),
    bind(OpenIncidents, database.alerts),
    bind(WebhookSender, webhooks ?? NO_WAY_OUT),
    bind(Secrets, secrets ?? NO_KEY),
    bind(KeptSecrets, database),
    bind(DiskGauge, { free: async () => (await files?.freeSpace()) ?? null }),
    bind(ArticleIndex, database.search),
    bind(
      IndexSteps,
      database.searchIndexer(async (path) => (await files?.read(path))?.toString('utf8') ?? null),
    ),
    bind(StoredArticles, database.articles),
    bind(CrawlLogs, database.logs),
    bind(ReadableSites, database.sites),
    bind(EditableSites, database.siteEdits),
    bind(RemovableSites, database.siteEdits),
    bind(SiteArticlesRemoval, database.articleDeletions),
    bind(FileOwnership, database.articleDeletions),
    bind(EditableTargets, database.targetEdits),
    bind(ParserOverrides, database.targetEdits),
    bind(SitesOfTargets, database.targets),
    bind(AuditLog, database.audit),
    bind(RemovableArticles, database.articleDeletions),
    bind(StoredDepartments, database.departments),
    bind(DepartmentFigures, database.statistics),
    bind(TimedFigures, database.statistics),
    bind(FailureFigures, database.statistics),
    bind(FailedJobs, database.jobs),
    bind(ScheduledTargets, database.schedule),
    bind(TargetNames, database.targets),
    bind(StoredSources, database.sources),
    bind(SelfScheduled, database.sources),
    bind(TroubledSources, database.sources),
    bind(SourceChecksLog, database.sourceSchedule),
  ];
}

/** Where nothing is fetched by anybody, hosts are as if nobody had met them. */
function ownHostParts(): HostControlParts {
  return {
    hostState: new InProcessHostState(),
    cookies: new InProcessCookieJar(),
    domains: new DomainPolicy(),
    rulesFeed: null,
  };
}
