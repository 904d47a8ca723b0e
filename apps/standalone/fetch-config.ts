import { DEFAULT_PUBLIC_SUFFIXES, parseDemoHosts } from '@govcrawler/fetch';
import { z } from 'zod';

/** The settings of `govcrawler fetch`; the names are those of the fetch service. */
export const fetchCommandConfigSchema = z.object({
  FETCH_SERVICE_ADDRESS: z.string().optional().describe('gRPC address of the fetch service; empty: in this process'),
  FETCH_TOKEN: z.string().optional().describe('Internal token that every caller sends'),
  VALKEY_URL: z.string().optional().describe('Shares intervals and cooldowns with the fetch service; empty: none'),
  VALKEY_PREFIX: z.string().min(1).default('govcrawler').describe('First part of all keys in Valkey'),
  CHROMIUM_PATH: z.string().optional().describe('Browser for pages behind a challenge'),
  BROWSERLESS_URL: z
    .url({ protocol: /^(wss?|https?)$/, error: 'must be a ws:// or http:// address' })
    .optional()
    .describe('CDP address of a browser elsewhere'),
  PUBLIC_SUFFIXES: z
    .string()
    .default(DEFAULT_PUBLIC_SUFFIXES.join(','))
    .transform((text) => (text === '*' ? null : text.split(',').map((suffix) => suffix.trim())))
    .describe('Host suffixes that may be fetched, separated by commas; * for every public host'),
  DEMO_HOSTS: z
    .string()
    .default('')
    .transform((text, context) => {
      try {
        return parseDemoHosts(text);
      } catch (error) {
        context.addIssue((error as Error).message);
        return z.NEVER;
      }
    })
    .describe('Names of a demo web on loopback: name=127.0.0.1:port, separated by commas'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('error')
    .describe('Least severe log line shown'),
});

export type FetchCommandConfig = z.infer<typeof fetchCommandConfigSchema>;
