import { fetchServiceConfigSchema } from '@govcrawler/fetch-service';
import { z } from 'zod';
import { standaloneConfigSchema } from './config.js';

/** The settings of `govcrawler fetch`: those of the fetch service that one fetch needs, and where that service is. */
export const fetchCommandConfigSchema = fetchServiceConfigSchema
  .pick({
    VALKEY_URL: true,
    VALKEY_PREFIX: true,
    CHROMIUM_PATH: true,
    BROWSERLESS_URL: true,
    PUBLIC_SUFFIXES: true,
    DEMO_HOSTS: true,
    VERIFY_TLS: true,
    CREDENTIALS_DIR: true,
  })
  .extend({
    DATA_DIR: standaloneConfigSchema.shape.DATA_DIR,
    FETCH_SERVICE_ADDRESS: z.string().optional().describe('gRPC address of the fetch service; empty: in this process'),
    FETCH_TOKEN: z.string().optional().describe('Internal token that every caller sends'),
    LOG_LEVEL: z
      .enum(['debug', 'info', 'warn', 'error', 'silent'])
      .default('error')
      .describe('Least severe log line shown'),
  });

export type FetchCommandConfig = z.infer<typeof fetchCommandConfigSchema>;
