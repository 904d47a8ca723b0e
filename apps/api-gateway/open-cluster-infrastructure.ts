import { resolve } from 'node:path';
import { modelSetup } from '@govcrawler/agents';
import { connectSharedState, DomainPolicy, HostControl } from '@govcrawler/fetch';
import { FileStore, openDatabase } from '@govcrawler/persistence';
import { createLogger, openSecretBox, SiteFolder } from '@govcrawler/platform';
import { errandQueueOptions, HostLanes, openQueueBackend, type QueueBackendOptions } from '@govcrawler/queue';
import { ensureFirstUser } from './auth/ensure-first-user.js';
import { type GatewayConfig } from './config.js';
import { webhookSender } from './delivery/delivery-settings.js';
import { type GatewayInfrastructure } from './gateway-infrastructure.js';

/** Opens what the gateway needs as a service of its own: MySQL and Valkey, and an account to log in with. */
export async function openClusterInfrastructure(
  config: GatewayConfig,
): Promise<GatewayInfrastructure & { close(): Promise<void> }> {
  const logger = createLogger('api-gateway', config.LOG_LEVEL);
  const opened: { close(): Promise<void> }[] = [];
  const close = async () => {
    for (const resource of opened.splice(0).reverse()) await resource.close();
  };
  try {
    const database = await openDatabase({ kind: 'mysql', url: config.DATABASE_URL }, logger);
    opened.push(database);
    await database.assertCurrentSchema();
    const options: QueueBackendOptions = {
      kind: 'redis',
      url: config.VALKEY_URL,
      onError: (error) => logger.warn({ err: error }, 'Trouble with the queue server'),
    };
    const queues = await openQueueBackend(options);
    opened.push(queues);
    const errandQueues = await openQueueBackend(errandQueueOptions(options));
    opened.push(errandQueues);
    const { username, oneTimePassword } = await ensureFirstUser(database, {
      user: config.ADMIN_USER,
      password: config.ADMIN_PASSWORD ?? null,
      renewGenerated: false,
    });
    // The one place where it can be read; the log's redaction does not know this field.
    if (oneTimePassword !== null) logger.warn({ username, oneTimePassword }, 'First account created');
    const domains = new DomainPolicy();
    const shared = await connectSharedState(config.VALKEY_URL, domains, logger, config.VALKEY_PREFIX);
    opened.push(shared);
    const hosts = new HostControl({ ...shared, domains });
    const consoleFolder = resolve(config.CONSOLE_DIR);
    const files = new FileStore(config.DATA_DIR);
    const webhooks = webhookSender(config);
    opened.push({ close: async () => webhooks.close() });
    const lanes = new HostLanes(queues);
    const errandLanes = new HostLanes(errandQueues);
    return {
      mode: 'cluster',
      database,
      lanes,
      errandLanes,
      hosts,
      files,
      webhooks,
      secrets: openSecretBox(config.SECRETS_KEY, config.DATA_DIR),
      model: modelSetup(config),
      consoleFolder,
      ...(config.SITES_DIR === undefined ? {} : { siteFolder: new SiteFolder(config.SITES_DIR) }),
      logger,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
