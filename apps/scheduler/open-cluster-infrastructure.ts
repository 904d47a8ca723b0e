import { openDatabase } from '@govcrawler/persistence';
import { createLogger } from '@govcrawler/platform';
import { type SchedulerConfig } from './config.js';
import { HttpRunRequests } from './http-run-requests.js';
import { loadCalendar } from './load-calendar.js';
import { type SchedulerInfrastructure } from './scheduler.module.js';

/** Opens what the scheduler needs as a service of its own. */
export async function openClusterInfrastructure(
  config: SchedulerConfig,
): Promise<SchedulerInfrastructure & { close(): Promise<void> }> {
  const logger = createLogger('scheduler', config.LOG_LEVEL);
  const calendar = loadCalendar(config.CALENDAR_FILE);
  const database = await openDatabase({ kind: 'mysql', url: config.DATABASE_URL }, logger);
  try {
    await database.assertCurrentSchema();
  } catch (error) {
    await database.close();
    throw error;
  }
  const access = { url: config.SCHEDULER_API_URL, user: config.ADMIN_USER, password: config.ADMIN_PASSWORD };
  return {
    targets: database.schedule,
    sources: database.sourceSchedule,
    hostChecksPerHour: config.SCHEDULER_HOST_CHECKS_PER_HOUR,
    checkLogDays: config.SCHEDULER_CHECK_LOG_DAYS,
    gateway: new HttpRunRequests(access, logger),
    calendar,
    logger,
    reconcileSec: config.SCHEDULER_RECONCILE_SEC,
    missedTicks: config.SCHEDULER_MISSED_TICKS,
    close: () => database.close(),
  };
}
