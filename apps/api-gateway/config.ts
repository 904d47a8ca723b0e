import { modelSettings } from '@govcrawler/agents';
import { portSetting } from '@govcrawler/platform';
import { z } from 'zod';
import { deliverySettings } from './delivery/delivery-settings.js';

/** The settings of the gateway as a service of its own. */
export const gatewayConfigSchema = z.object({
  PORT: portSetting(8787, 'Port of the API and the console; 0 lets the system choose'),
  HOST: z.string().default('0.0.0.0').describe('Address to listen on; 127.0.0.1 for this machine only'),
  DATABASE_URL: z
    .string('must be set')
    .min(1)
    .describe('MySQL or MariaDB, e.g. mysql://user:password@host:3306/govcrawler'),
  VALKEY_URL: z.string('must be set').min(1).describe('Valkey or Redis for the queues, e.g. redis://host:6379'),
  VALKEY_PREFIX: z.string().min(1).default('govcrawler').describe('First part of all keys in Valkey'),
  ADMIN_USER: z.string().min(1).default('admin').describe('Name of the first account of the console and the API'),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'must have at least 8 characters')
    .optional()
    .describe('Password of the first account; one is made up and printed once when this is not set'),
  DATA_DIR: z.string().default('/data/govcrawler').describe('Folder of raw pages, texts and attachments'),
  SITES_DIR: z
    .string()
    .optional()
    .describe('Folder of the site files, if accepted columns may be written there; empty: they go into the database'),
  CONSOLE_DIR: z.string().default('dist/apps/console').describe('Folder of the built console'),
  TRUSTED_PROXIES: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(0)
    .describe('Number of proxies in front whose X-Forwarded-* headers are believed'),
  ...deliverySettings,
  ...modelSettings,
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Least severe messages that are logged'),
});

export type GatewayConfig = z.infer<typeof gatewayConfigSchema>;
