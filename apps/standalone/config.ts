import { existsSync } from 'node:fs';
import { modelSettings } from '@govcrawler/agents';
import { deliverySettings } from '@govcrawler/api-gateway';
import { fetchServiceConfigSchema } from '@govcrawler/fetch-service';
import { integerSetting, portSetting, secondsSetting } from '@govcrawler/platform';
import { sourceSettings } from '@govcrawler/scheduler';
import { z } from 'zod';

/** Settings of the one-process platform and of the command line. Empty database and queue addresses mean embedded. */
export const standaloneConfigSchema = z
  .object({
    DATABASE_URL: z
      .url({ protocol: /^(mysql|mariadb)$/, error: 'must be a mysql:// address' })
      .optional()
      .describe('MySQL or MariaDB, mysql://user:password@host:3306/govcrawler; empty: embedded database'),
    VALKEY_URL: z
      .url({ protocol: /^rediss?$/, error: 'must be a redis:// address' })
      .optional()
      .describe('Valkey or Redis, redis://host:6379/0; empty: embedded queue'),
    DATA_DIR: z.string().optional().describe('Folder of raw pages, texts, attachments and the embedded database'),
    SITES_DIR: z.string().default('config/sites').describe('Folder of the site files'),
    DEPARTMENTS_FILE: z
      .string()
      .default('config/departments.yaml')
      .describe('Departments to start with; each is put in once, then it is the operators’ own'),
    CALENDAR_FILE: z
      .string()
      .default('config/calendar/china.json')
      .describe('Working days and holidays, for targets that schedule themselves'),
    PORT: portSetting(8787, 'Port of the console and the API; 0: any free one'),
    HOST: z.string().default('127.0.0.1').describe('Address to listen on; 0.0.0.0 for the whole network'),
    ADMIN_USER: z.string().min(1).default('admin').describe('Name of the first user of the console'),
    ADMIN_PASSWORD: z
      .string()
      .min(8, 'must have at least 8 characters')
      .optional()
      .describe('Password of the first user; empty: a one-time password is printed at the first start'),
    WORKER_CONCURRENCY: integerSetting(5, 'Hosts crawled at the same time', { min: 1, max: 100 }),
    CHROMIUM_PATH: z
      .string()
      .refine((path) => existsSync(path), {
        error: ({ input }) => `there is no ${String(input)}; on Debian: apt-get install chromium`,
      })
      .optional()
      .describe('Browser for sites that need one; empty: pages are fetched by plain HTTP only'),
    CREDENTIALS_DIR: fetchServiceConfigSchema.shape.CREDENTIALS_DIR,
    CREDENTIAL_REFRESH_SEC: fetchServiceConfigSchema.shape.CREDENTIAL_REFRESH_SEC,
    SCHEDULER_RECONCILE_SEC: secondsSetting(300, 'Seconds between two looks of the scheduler at the database'),
    SCHEDULER_MISSED_TICKS: z
      .enum(['skip', 'once'])
      .default('skip')
      .describe('Runs missed while the platform was down: skip them, or make up for them once'),
    ...sourceSettings,
    ...deliverySettings,
    ...modelSettings,
    LOG_LEVEL: z
      .enum(['debug', 'info', 'warn', 'error', 'silent'])
      .default('warn')
      .describe('Least severe log line shown'),
  })
  .refine((config) => (config.DATABASE_URL === undefined) === (config.VALKEY_URL === undefined), {
    path: ['VALKEY_URL'],
    when: () => true, // also when other settings are wrong: all problems are shown at once
    error: 'DATABASE_URL and VALKEY_URL belong together: set both (cluster) or none (embedded)',
  });

export type StandaloneConfig = z.infer<typeof standaloneConfigSchema>;
