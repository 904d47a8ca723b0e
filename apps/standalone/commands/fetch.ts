import { join } from 'node:path';
import { type FetchPurpose, type FetchResult, type FetchStrategy } from '@govcrawler/contracts';
import { ConfigError } from '@govcrawler/core';
import {
  connectFetchService,
  connectSharedState,
  DEFAULT_LIMITS,
  DomainPolicy,
  type FetchBackend,
  openFetchDoor,
  openKeptHostState,
  InProcessRefreshRequests,
  type OutboundFetcher,
  SecretFileCredentials,
  parseDemoHosts,
  UnifiedFetcher,
} from '@govcrawler/fetch';
import { decodePage } from '@govcrawler/parser';
import { createLogger, loadConfig } from '@govcrawler/platform';
import { Command, Option } from 'commander';
import { type FetchCommandConfig, fetchCommandConfigSchema } from '../fetch-config.js';
import { HOST_STATE_FILE } from '../open-platform.js';

const STRATEGIES: FetchStrategy[] = ['auto', 'http', 'browser', 'browserless', 'local'];

interface FetchOptions {
  strategy: FetchStrategy;
  purpose: FetchPurpose;
  robots: boolean;
  json?: boolean;
  dataDir?: string;
  credential?: string;
}

/** `govcrawler fetch`: one address through the door, with all its rules. */
export function fetchCommand(): Command {
  return new Command('fetch')
    .description('fetch one address and show the result; exit code 0 ok, 1 failed, 4 refused, 75 host cooling')
    .argument('<url>', 'address')
    .addOption(new Option('--strategy <name>', 'how to fetch').choices(STRATEGIES).default('auto'))
    .addOption(
      new Option('--purpose <name>', 'what the page is for; success rules and limits follow from it')
        .choices(Object.keys(DEFAULT_LIMITS))
        .default('detail'),
    )
    .option('--data-dir <folder>', 'where is kept what is known about hosts (default: DATA_DIR or data/govcrawler)')
    .option('--credential <name>', 'send this secret of CREDENTIALS_DIR to the hosts it belongs to')
    .option('--no-robots', 'do not ask robots.txt first')
    .option('--json', 'print one JSON object with everything, the body included')
    .action(async (url: string, options: FetchOptions) => {
      const config = loadConfig(fetchCommandConfigSchema, process.env);
      const { fetcher, close } = await openFetcher(config, options);
      try {
        const { strategy, purpose, credential } = options;
        const robots = options.robots ? { robots: { onError: 'allow' as const } } : { robotsBypass: true };
        const result = await fetcher.fetch({ url, purpose, strategy, credential, ...robots });
        console.log(options.json ? JSON.stringify(toJson(result)) : describe(result));
        process.exitCode = exitCode(result);
      } finally {
        await close();
      }
    });
}

function exitCode(result: FetchResult): number {
  if (result.ok) return 0;
  if (result.reason.startsWith('refused_')) return 4;
  // Our own politeness or the site itself (Retry-After) names the moment of the next try.
  return result.reason.startsWith('cooling_') || result.retryAfterSec !== null ? 75 : 1;
}

/** The fetch service where one is named, then a door in this process; `local` is the latter alone. */
async function openFetcher(config: FetchCommandConfig, { strategy, dataDir }: FetchOptions) {
  const { FETCH_SERVICE_ADDRESS: service, FETCH_TOKEN: token, VALKEY_URL: valkey } = config;
  const logger = createLogger('govcrawler', config.LOG_LEVEL);
  if (service && !token) throw new ConfigError('FETCH_TOKEN: must be set together with FETCH_SERVICE_ADDRESS');
  const domains = new DomainPolicy();
  const shared = valkey ? await connectSharedState(valkey, domains, logger, config.VALKEY_PREFIX) : null;
  const folder = dataDir ?? config.DATA_DIR ?? 'data/govcrawler';
  const kept = shared ? null : await openKeptHostState(join(folder, HOST_STATE_FILE), logger);
  const local = await openFetchDoor({
    egress: {
      allowedHosts: parseDemoHosts(config.DEMO_HOSTS),
      publicSuffixes: config.PUBLIC_SUFFIXES,
      ports: [80, 443],
    },
    hostState: shared?.hostState ?? kept?.hostState,
    cookies: shared?.cookies,
    domains,
    credentials: config.CREDENTIALS_DIR
      ? new SecretFileCredentials(
          config.CREDENTIALS_DIR,
          shared?.refreshRequests ?? new InProcessRefreshRequests(),
          logger,
        )
      : undefined,
    logger,
    verifyTls: config.VERIFY_TLS,
    browser: config.CHROMIUM_PATH ? { executablePath: config.CHROMIUM_PATH } : undefined,
    browserless: config.BROWSERLESS_URL ? { endpoint: config.BROWSERLESS_URL } : undefined,
  });
  const here: FetchBackend = { name: 'local', fetcher: local, inProcess: true };
  const afar = service && token && strategy !== 'local' ? await connectFetchService(service, token) : null;
  const fetcher: OutboundFetcher = new UnifiedFetcher(
    afar ? [{ name: 'service', fetcher: afar }, here] : [here],
    logger,
  );
  return {
    fetcher,
    close: async () => {
      await fetcher.close();
      await kept?.save();
      await shared?.close();
    },
  };
}

function toJson(result: FetchResult): object {
  if (!result.ok) return { ...result, headers: {}, bytes: 0, charsetHint: null, body: null, bodyEncoding: null };
  const { body, ...rest } = result;
  const text = textOf(result);
  return {
    ...rest,
    reason: null,
    bytes: body.length,
    bodyEncoding: text === null ? 'base64' : 'text',
    body: text ?? Buffer.from(body).toString('base64'),
  };
}

/** Null for what no terminal can show. */
function textOf({ body, headers, charsetHint }: Extract<FetchResult, { ok: true }>): string | null {
  const type = headers['content-type'] ?? '';
  const saysText = /^text\/|html|xml|json|javascript|x-www-form-urlencoded/i.test(type);
  if (!saysText && (type !== '' || body.subarray(0, 1024).includes(0))) return null;
  return decodePage(body, charsetHint).text;
}

function describe(result: FetchResult): string {
  const facts: [string, string | number | null][] = [
    ['result', result.ok ? 'ok' : `failed: ${result.reason}`],
    ['why', result.ok ? null : result.message],
    ['url', result.url],
    ['final url', result.finalUrl === result.url ? null : result.finalUrl],
    ['status', result.status],
    ['strategy', result.strategy],
    ['attempts', result.attempts],
    ['started', result.startedAt.toISOString()],
    ['took', `${result.durationMs} ms`],
    ['retry after', result.ok || result.retryAfterSec === null ? null : `${result.retryAfterSec} s`],
    ['bytes', result.ok ? result.body.length : null],
    ['type', result.ok ? (result.headers['content-type'] ?? null) : null],
    ['charset', result.ok ? result.charsetHint : null],
  ];
  const shown = facts.filter(([, value]) => value !== null);
  return shown.map(([name, value]) => `${`${name}:`.padEnd(13)}${value}`).join('\n');
}
