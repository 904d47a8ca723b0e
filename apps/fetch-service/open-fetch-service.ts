import { setTimeout as delay } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import {
  type FetchDoorOptions,
  connectSharedState,
  CredentialRefreshJob,
  DomainPolicy,
  InProcessRefreshRequests,
  openFetchDoor,
  parseDemoHosts,
  SecretFileCredentials,
  serveFetchDoor,
} from '@govcrawler/fetch';
import { createLogger } from '@govcrawler/platform';
import { ArticleFetcher } from './article/article-fetcher.js';
import { type FetchServiceConfig } from './config.js';
import { FetchServiceModule } from './fetch-service.module.js';
import { MeteredFetcher } from './observe/metered-fetcher.js';

export interface FetchService {
  httpPort: number;
  grpcPort: number;
  /** Takes nothing new, finishes what it holds within the grace time, then lets go of browser and Redis. */
  close(): Promise<void>;
}

const MEGABYTE = 1024 * 1024;
const DRAIN_POLL_MS = 50;

/** Opens door, gRPC and REST; both listen when this resolves. */
export async function openFetchService(config: FetchServiceConfig): Promise<FetchService> {
  const logger = createLogger('fetch-service', config.LOG_LEVEL);
  const domains = new DomainPolicy();
  const shared = config.VALKEY_URL
    ? await connectSharedState(config.VALKEY_URL, domains, logger, config.VALKEY_PREFIX)
    : null;
  const refreshRequests = shared?.refreshRequests ?? new InProcessRefreshRequests();
  const secrets = config.CREDENTIALS_DIR
    ? new SecretFileCredentials(config.CREDENTIALS_DIR, refreshRequests, logger)
    : undefined;
  const options: FetchDoorOptions = {
    egress: {
      allowedHosts: parseDemoHosts(config.DEMO_HOSTS),
      publicSuffixes: config.PUBLIC_SUFFIXES,
      ports: [80, 443],
    },
    hostState: shared?.hostState,
    cookies: shared?.cookies,
    domains,
    credentials: secrets,
    logger,
    verifyTls: config.VERIFY_TLS,
    honourCrawlDelay: config.HONOUR_CRAWL_DELAY,
    limits: { attachment: { maxBytes: config.ATTACHMENT_MAX_MB * MEGABYTE } },
    browser: config.CHROMIUM_PATH
      ? { executablePath: config.CHROMIUM_PATH, maxPages: config.BROWSER_MAX_PAGES, verifyTls: config.VERIFY_TLS }
      : undefined,
    browserless: config.BROWSERLESS_URL
      ? {
          endpoint: config.BROWSERLESS_URL,
          proxyHost: config.BROWSERLESS_PROXY_HOST,
          proxyPort: config.BROWSERLESS_PROXY_PORT,
          maxPages: config.BROWSER_MAX_PAGES,
          verifyTls: config.VERIFY_TLS,
        }
      : undefined,
  };
  const door = new MeteredFetcher(new ArticleFetcher(await openFetchDoor(options)));
  const refreshJob = secrets
    ? new CredentialRefreshJob(secrets, refreshRequests, logger, (outcome) => door.countRefresh(outcome))
    : null;
  refreshJob?.start(config.CREDENTIAL_REFRESH_SEC * 1000);
  const infrastructure = {
    door,
    secrets: secrets ?? null,
    refreshRequests,
    token: config.FETCH_TOKEN,
    logger,
    domains,
    rulesFeed: shared?.rulesFeed ?? null,
    draining: false,
  };
  const nest = await NestFactory.create<NestExpressApplication>(FetchServiceModule.forRoot(infrastructure), {
    logger: ['error', 'warn'],
    bodyParser: false,
    abortOnError: false,
    forceCloseConnections: true,
  });
  nest.disable('x-powered-by');
  nest.useBodyParser('json', { limit: '4mb' });
  await nest.listen(config.FETCH_PORT, config.FETCH_HOST);
  const address = `${config.FETCH_HOST}:${config.FETCH_GRPC_PORT}`;
  const grpc = await serveFetchDoor({ door, token: config.FETCH_TOKEN, address, logger });

  const close = async () => {
    infrastructure.draining = true;
    const graceMs = config.SHUTDOWN_GRACE_SEC * 1000;
    const endsAt = Date.now() + graceMs;
    await grpc.close(graceMs);
    while ((await door.underway.get()).values.some(({ value }) => value > 0) && Date.now() < endsAt) {
      await delay(DRAIN_POLL_MS);
    }
    await refreshJob?.stop();
    await nest.close();
    await door.close();
    await shared?.close();
    logger.info({}, 'Fetch service stopped');
  };
  const httpPort = (nest.getHttpServer().address() as { port: number }).port;
  logger.info({ httpPort, grpcPort: grpc.port, browser: config.CHROMIUM_PATH ?? null }, 'Fetch service listens');
  return { httpPort, grpcPort: grpc.port, close };
}
