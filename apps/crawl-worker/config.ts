import { modelSettings } from '@govcrawler/agents';
import { integerSetting, portSetting } from '@govcrawler/platform';
import { z } from 'zod';

/** The settings of the crawl worker as a service of its own. */
export const crawlWorkerConfigSchema = z.object({
  DATABASE_URL: z.string().min(1).describe('MySQL or MariaDB, e.g. mysql://user:password@host:3306/govcrawler'),
  VALKEY_URL: z.string().min(1).describe('Valkey or Redis for the queues, e.g. redis://host:6379'),
  DATA_DIR: z.string().default('/data/govcrawler').describe('Folder of raw pages, texts and attachments'),
  FETCH_SERVICE_ADDRESS: z.string().min(1).describe('gRPC address of the fetch service, host:port'),
  FETCH_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .describe('Internal token that every caller sends'),
  WORKER_CONCURRENCY: integerSetting(5, 'Hosts crawled at the same time', { min: 1, max: 100 }),
  ERRAND_CONCURRENCY: integerSetting(8, 'Full texts, discoveries and re-parses at the same time', { min: 1, max: 100 }),
  HOST_LEASE_SEC: integerSetting(30, 'A host whose worker died is served again after this', { min: 3, max: 600 }),
  RECONCILE_SEC: integerSetting(60, 'Jobs that the queue lost are put back this often', { min: 1, max: 3600 }),
  REVISIT_DAYS: integerSetting(7, 'A list is walked to its end again after this many days; 0: only by force', {
    min: 0,
    max: 365,
  }),
  REVISIT_RECENT_DAYS: integerSetting(30, 'Such a walk fetches documents again that are not older than this', {
    min: 0,
    max: 3650,
  }),
  ...modelSettings,
  WORKER_HEALTH_PORT: portSetting(8792, 'Port of healthz, readyz and metrics; 0 lets the system choose'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Least severe messages that are logged'),
});

export type CrawlWorkerConfig = z.infer<typeof crawlWorkerConfigSchema>;
