import { gatewayConfigSchema } from '@govcrawler/api-gateway';
import { attachmentConfigSchema } from '@govcrawler/attachment-downloader';
import { crawlWorkerConfigSchema } from '@govcrawler/crawl-worker';
import { fetchServiceConfigSchema } from '@govcrawler/fetch-service';
import { renderEnvExample } from '@govcrawler/platform';
import { schedulerConfigSchema } from '@govcrawler/scheduler';
import { standaloneConfigSchema } from './config.js';

/** The text of .env.example: the one-process platform first, then what only single services know. */
export function envExample(): string {
  return renderEnvExample([
    { name: 'npm start, npm run demo, npx govcrawler', schema: standaloneConfigSchema },
    { name: 'api-gateway as a service', schema: gatewayConfigSchema },
    { name: 'scheduler as a service', schema: schedulerConfigSchema },
    { name: 'crawl-worker as a service', schema: crawlWorkerConfigSchema },
    { name: 'attachment-downloader as a service', schema: attachmentConfigSchema },
    { name: 'fetch-service, and npx govcrawler fetch', schema: fetchServiceConfigSchema },
  ]);
}
