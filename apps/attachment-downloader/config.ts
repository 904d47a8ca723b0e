import { integerSetting, portSetting, secondsSetting } from '@govcrawler/platform';
import { z } from 'zod';

/** The settings of the attachment-downloader as a service of its own. */
export const attachmentConfigSchema = z.object({
  DATABASE_URL: z.string().min(1).describe('MySQL or MariaDB, e.g. mysql://user:password@host:3306/govcrawler'),
  VALKEY_URL: z.string().min(1).describe('Valkey or Redis for the queues, e.g. redis://host:6379'),
  DATA_DIR: z.string().default('/data/govcrawler').describe('Folder of raw pages, texts and attachments'),
  FETCH_SERVICE_ADDRESS: z.string().min(1).describe('gRPC address of the fetch service, host:port'),
  FETCH_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .describe('Internal token that every caller sends'),
  ATTACHMENT_CONCURRENCY: integerSetting(4, 'Files downloaded at the same time; a host gives two', {
    min: 1,
    max: 100,
  }),
  ATTACHMENT_TIMEOUT_SEC: secondsSetting(60, 'Time for one file; the next try goes on where it ended'),
  ATTACHMENT_MAX_MB: integerSetting(200, 'Largest file that is stored, in megabytes', { min: 1, max: 1024 }),
  ATTACHMENT_THROTTLE_CAP_SEC: secondsSetting(10, 'Longest wait between two files of a host, whatever its interval', 0),
  EXTRACTOR_PROCESSES: integerSetting(1, 'Processes that read the text of files', { min: 1, max: 16 }),
  OCR: z.enum(['on', 'off']).default('off').describe('Recognise the text of scans: seconds of processor time per page'),
  DOWNLOADER_HEALTH_PORT: portSetting(8793, 'Port of healthz, readyz and metrics; 0 lets the system choose'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Least severe messages that are logged'),
});

export type AttachmentConfig = z.infer<typeof attachmentConfigSchema>;
