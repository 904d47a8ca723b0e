import { CrawlWorkerModule } from '@govcrawler/crawl-worker';
import { openFetchDoor } from '@govcrawler/fetch';
import { FileStore, openDatabase } from '@govcrawler/persistence';
import { createLogger } from '@govcrawler/platform';
import { errandQueueOptions, openQueueBackend, type QueueBackendOptions } from '@govcrawler/queue';
import { NestFactory } from '@nestjs/core';
import { once } from 'node:events';
import { type PeerInput } from './peer-input.js';

/** Our crawl worker with the fetch chain in its process; the jobs lie in the database and are taken up at its start. */
const input = JSON.parse(process.argv[2] ?? '') as PeerInput;
const logger = createLogger('bench', 'error');
const database = await openDatabase({ kind: 'mysql', url: input.databaseUrl }, logger);
const queues: QueueBackendOptions = { kind: 'redis', url: input.redisUrl, prefix: input.prefix };
const queue = await openQueueBackend(queues);
const errandQueue = await openQueueBackend(errandQueueOptions(queues));
const target = { address: '127.0.0.1', port: input.port };
const door = await openFetchDoor({
  egress: {
    allowedHosts: new Map(input.hosts.map((host) => [host, target])),
    publicSuffixes: ['.test'],
    ports: [80],
  },
  honourCrawlDelay: false,
});
const app = await NestFactory.createApplicationContext(
  CrawlWorkerModule.forRoot({
    database,
    files: new FileStore(input.dataDir),
    queue,
    errandQueue,
    door,
    logger,
    concurrency: input.concurrency,
  }),
  { logger: false },
);
process.stdin.resume();
await once(process.stdin, 'end');
await app.close();
await door.close();
await errandQueue.close();
await queue.close();
await database.close();
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
console.log(JSON.stringify({ cpuMs: (userCPUTime + systemCPUTime) / 1000, maxRssMb: maxRSS / 1024 }));
process.exit(0);
