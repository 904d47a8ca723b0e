import { ConfigError } from '@govcrawler/core';
import { loadConfig } from '@govcrawler/platform';
import { fetchServiceConfigSchema } from './config.js';
import { openFetchService } from './open-fetch-service.js';

try {
  const service = await openFetchService(loadConfig(fetchServiceConfigSchema, process.env));
  const stop = () => void service.close().then(() => process.exit(0));
  process.once('SIGTERM', stop).once('SIGINT', stop);
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
