/** A downloader as a process of its own, for tests that kill it: settings come as JSON in the first argument. */
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { openFetchDoor } from '@govcrawler/fetch';
import { AttachmentFileStore, openDatabase } from '@govcrawler/persistence';
import { createLogger } from '@govcrawler/platform';
import { openQueueBackend } from '@govcrawler/queue';
import { AttachmentModule } from '../attachment.module.js';
import { attachmentQueueOptions } from '../attachment-queue.js';

/** What the test tells its victim. */
export interface VictimSettings {
  databaseUrl: string;
  redisUrl: string;
  prefix: string;
  dataDir: string;
  hosts: string[];
  port: number;
}

const settings = JSON.parse(process.argv[2] ?? '') as VictimSettings;
const target = { address: '127.0.0.1', port: settings.port };
const infrastructure = {
  database: await openDatabase({ kind: 'mysql', url: settings.databaseUrl }, { warn: () => undefined }),
  files: new AttachmentFileStore(settings.dataDir),
  queue: await openQueueBackend(
    attachmentQueueOptions({ kind: 'redis', url: settings.redisUrl, prefix: settings.prefix }),
  ),
  door: await openFetchDoor({
    egress: {
      allowedHosts: new Map(settings.hosts.map((host) => [host, target])),
      publicSuffixes: ['.test'],
      ports: [80],
    },
  }),
  logger: createLogger('victim', 'silent'),
  concurrency: 8,
  pollMs: 200,
  throttleCapSec: 0,
  laneTimes: { leaseTtlMs: 3000, busyHostRetryMs: 300, bellLockMs: 3000, bellStalledCheckMs: 1000 },
};
@Module({ imports: [AttachmentModule.forRoot(infrastructure)] })
class Victim {}
await NestFactory.createApplicationContext(Victim, { logger: false });
process.stdout.write('ready\n');
