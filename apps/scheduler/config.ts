import { integerSetting, portSetting, secondsSetting } from '@govcrawler/platform';
import { z } from 'zod';
import { DEFAULT_HOST_CHECKS, DEFAULT_LOG_DAYS } from './scheduler.module.js';

/** How targets that schedule themselves are run, wherever the scheduler lives. */
export const sourceSettings = {
  SCHEDULER_HOST_CHECKS_PER_HOUR: integerSetting(
    DEFAULT_HOST_CHECKS,
    'Crawls an hour that a host gets from targets that schedule themselves; 0 sets no limit',
    { min: 0, max: 100_000 },
  ),
  SCHEDULER_CHECK_LOG_DAYS: integerSetting(DEFAULT_LOG_DAYS, 'Days for which the decision log of sources is kept', {
    min: 1,
    max: 3_650,
  }),
};

/** The settings of the scheduler as a service of its own. */
export const schedulerConfigSchema = z.object({
  DATABASE_URL: z.string().min(1).describe('MySQL or MariaDB, e.g. mysql://user:password@host:3306/govcrawler'),
  SCHEDULER_API_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http:// address' })
    .default('http://127.0.0.1:8787')
    .describe('Address of the gateway, which accepts the runs'),
  SCHEDULER_RECONCILE_SEC: secondsSetting(300, 'Seconds between two looks at the database'),
  SCHEDULER_MISSED_TICKS: z
    .enum(['skip', 'once'])
    .default('once')
    .describe('Runs missed while no scheduler ran: skip them, or make up for them once'),
  ...sourceSettings,
  CALENDAR_FILE: z.string().default('config/calendar/china.json').describe('Public holidays and make-up working days'),
  SCHEDULER_HEALTH_PORT: portSetting(8790, 'Port of healthz, readyz and status; 0 lets the system choose'),
  ADMIN_USER: z.string().min(1).default('admin').describe('Account that the scheduler uses at the gateway'),
  ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').describe('Password of that account'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Least severe messages that are logged'),
});

export type SchedulerConfig = z.infer<typeof schedulerConfigSchema>;
