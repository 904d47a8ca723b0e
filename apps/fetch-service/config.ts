import { portSetting, secondsSetting } from '@govcrawler/platform';
import { DEFAULT_PUBLIC_SUFFIXES, parseDemoHosts } from '@govcrawler/fetch';
import { z } from 'zod';

const flag = (fallback: boolean, description: string) =>
  z
    .enum(['true', 'false'])
    .default(fallback ? 'true' : 'false')
    .transform((value) => value === 'true')
    .describe(description);

/** The settings of the fetch service. */
export const fetchServiceConfigSchema = z.object({
  FETCH_PORT: portSetting(8790, 'Port of REST, health and metrics; 0 lets the system choose'),
  FETCH_GRPC_PORT: portSetting(8791, 'Port of gRPC; 0 lets the system choose'),
  FETCH_HOST: z.string().default('0.0.0.0').describe('Address to listen on; 127.0.0.1 for this machine only'),
  FETCH_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .describe('Internal token that every caller sends'),
  VALKEY_URL: z
    .string()
    .optional()
    .describe(
      'Valkey or Redis for host state and cookies shared by all replicas; without it each replica is on its own',
    ),
  VALKEY_PREFIX: z.string().min(1).default('govcrawler').describe('First part of all keys in Valkey'),
  CHROMIUM_PATH: z.string().optional().describe('Browser for pages behind a challenge; without it they stay blocked'),
  BROWSERLESS_URL: z
    .url({ protocol: /^(wss?|https?)$/, error: 'must be a ws:// or http:// address' })
    .optional()
    .describe(
      'A browser elsewhere, token included: its CDP address, or an http address ending in /content (browserless); serves when there is none of our own',
    ),
  BROWSERLESS_PROXY_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Name or address under which that browser reaches this service, whose guarding proxy it has to use'),
  BROWSERLESS_PROXY_PORT: portSetting(0, 'Port of the guarding proxy for that browser; 0 lets the system choose'),
  BROWSER_MAX_PAGES: z.coerce.number().int().min(1).max(64).default(4).describe('Browser pages open at the same time'),
  PUBLIC_SUFFIXES: z
    .string()
    .default(DEFAULT_PUBLIC_SUFFIXES.join(','))
    .transform((text) => (text === '*' ? null : text.split(',').map((suffix) => suffix.trim())))
    .describe('Host suffixes that may be fetched, separated by commas; * for every public host'),
  DEMO_HOSTS: z
    .string()
    .default('')
    .superRefine(refuseWrongDemoHosts)
    .describe('Names of a demo web on loopback: name=127.0.0.1:port, separated by commas; never set in production'),
  CREDENTIALS_DIR: z
    .string()
    .optional()
    .describe(
      'Folder of mounted secrets, one NAME.json each: hosts, kind (header, cookie, token), field, value, expiresAt, refresh',
    ),
  CREDENTIAL_REFRESH_SEC: secondsSetting(
    30,
    'Seconds between two looks for secrets that are due for their refresh hook',
  ),
  ATTACHMENT_MAX_MB: z.coerce.number().int().min(1).max(1024).default(200).describe('Largest file that is downloaded'),
  VERIFY_TLS: flag(false, 'Refuse broken certificate chains; many government servers ship incomplete ones'),
  HONOUR_CRAWL_DELAY: flag(true, 'Crawl-delay of robots.txt is a floor of the interval'),
  SHUTDOWN_GRACE_SEC: secondsSetting(30, 'How long fetches under way may take after the signal to stop'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Least severe messages that are logged'),
});

export type FetchServiceConfig = z.infer<typeof fetchServiceConfigSchema>;

function refuseWrongDemoHosts(text: string, context: z.core.$RefinementCtx): void {
  try {
    parseDemoHosts(text);
  } catch (error) {
    context.addIssue((error as Error).message);
  }
}
