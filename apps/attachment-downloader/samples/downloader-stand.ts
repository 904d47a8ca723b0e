import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { type INestApplicationContext, Module } from '@nestjs/common';
import { type AttachmentLink, siteFileSchema } from '@govcrawler/contracts';
import { openFetchDoor } from '@govcrawler/fetch';
import { AttachmentFileStore, type Attachment, type Database } from '@govcrawler/persistence';
import { createLogger } from '@govcrawler/platform';
import { type QueueBackend } from '@govcrawler/queue';
import { AttachmentModule, type AttachmentInfrastructure } from '../attachment.module.js';
import { FileServer } from './file-server.js';

/** Host names that the door leads to the file server. */
export const HOSTS = ['one.test', 'two.test', 'three.test', 'four.test'] as const;

/** Everything around the downloader, opened for one test file. */
export class DownloaderStand {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'attachments-'));
  readonly files = new AttachmentFileStore(this.dataDir);
  readonly server = new FileServer();
  private context: INestApplicationContext | null = null;
  private closeDoor: () => Promise<void> = () => Promise.resolve();
  private site: { siteId: number; targetId: number } | null = null;

  constructor(
    readonly database: Database,
    private readonly queue: QueueBackend,
    private readonly extractorEntry: string,
  ) {}

  /** Starts the downloader as a process would. */
  async start(overrides: Partial<AttachmentInfrastructure> = {}): Promise<void> {
    const target = { address: '127.0.0.1', port: this.server.port };
    const door = await openFetchDoor({
      egress: { allowedHosts: new Map(HOSTS.map((host) => [host, target])), publicSuffixes: ['.test'], ports: [80] },
    });
    this.closeDoor = () => door.close();
    const infrastructure: AttachmentInfrastructure = {
      database: this.database,
      files: this.files,
      queue: this.queue,
      door,
      logger: createLogger('test', 'silent'),
      concurrency: 6,
      pollMs: 50,
      throttleCapSec: 0,
      extraction: { entry: this.extractorEntry, timeoutMs: 20_000 },
      ...overrides,
    };
    @Module({ imports: [AttachmentModule.forRoot(infrastructure)] })
    class Stand {}
    this.context = await NestFactory.createApplicationContext(Stand, { logger: false });
  }

  async stop(): Promise<void> {
    await this.context?.close();
    this.context = null;
    await this.closeDoor();
    this.closeDoor = () => Promise.resolve();
  }

  async close(): Promise<void> {
    await this.stop();
    await this.server.close();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  /** Stores an article that offers these files; returns its id. */
  async publish(attachments: AttachmentLink[]): Promise<number> {
    const { siteId, targetId } = (this.site ??= await this.makeSite());
    const url = `http://one.test/${randomUUID()}.html`;
    const hash = createHash('sha256').update(url).digest('hex');
    const { articleId } = await this.database.articles.store({
      ...NOTHING_KNOWN,
      siteId,
      targetId,
      url,
      urlHash: hash,
      contentHash: hash,
      title: '关于印发实施方案的通知',
      status: 'ready',
      fetchedAt: new Date(),
      attachments,
    });
    return articleId;
  }

  async attachmentsOf(articleId: number): Promise<Attachment[]> {
    return (await this.database.articles.detail(articleId))?.attachments ?? [];
  }

  /** Waits until every attachment of the article satisfies the condition. */
  async until(
    articleId: number,
    condition: (attachment: Attachment) => boolean,
    timeoutMs = 40_000,
  ): Promise<Attachment[]> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const attachments = await this.attachmentsOf(articleId);
      if (attachments.length > 0 && attachments.every(condition)) return attachments;
      if (Date.now() > deadline) throw new Error(`not reached: ${JSON.stringify(attachments, null, 1)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  private async makeSite(): Promise<{ siteId: number; targetId: number }> {
    const code = `site${randomUUID().slice(0, 8)}`;
    const file = siteFileSchema.parse({
      site_id: code,
      site_name: '某市人民政府',
      base_url: 'http://one.test/',
      respect_robots: false,
      columns: [{ column_id: 'notices', name: '通知公告', list_url: 'http://one.test/index.html' }],
    });
    await this.database.sites.syncFromFile(file, `config/sites/${code}.yaml`);
    const plan = await this.database.targets.planFor(`${code}__notices`);
    if (!plan) throw new Error('the sample site has no target');
    return { siteId: plan.site.id, targetId: plan.target.id };
  }
}

const NOTHING_KNOWN = {
  deptId: null,
  finalUrl: null,
  nativePostId: null,
  publishTime: null,
  publishDate: null,
  writtenDate: null,
  sourceRaw: null,
  publisher: null,
  channelName: null,
  channelPath: null,
  contentCategory: null,
  contentSubcategory: null,
  indexNo: null,
  docNo: null,
  topicWords: null,
  openCategory: null,
  validity: null,
  metadata: {},
  contentText: '',
  contentHtml: '',
  markdown: '',
  rawSha256: null,
  rawHtmlPath: null,
  textPath: null,
  fetchStrategy: null,
  httpStatus: 200,
  durationMs: null,
  fence: null,
};
