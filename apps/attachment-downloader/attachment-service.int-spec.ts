import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openFetchDoor, serveFetchDoor, silentLogger } from '@govcrawler/fetch';
import { openQueueBackend } from '@govcrawler/queue';
import { runProgram, startProgram } from '@govcrawler/testing';
import { attachmentQueueOptions } from './attachment-queue.js';
import { openTestCluster } from './samples/cluster.conformance.js';
import { compileChild } from './samples/compiled-child.js';
import { DownloaderStand, HOSTS } from './samples/downloader-stand.js';
import { docxSample } from './samples/word-sample.js';

describe('the attachment-downloader as a service of its own', () => {
  const build = compileChild({ wholeService: true });
  const main = join(build.folder, 'apps/attachment-downloader/main.js');
  afterAll(() => build.remove());

  it('names everything that is wrong with its settings and ends', async () => {
    const { code, stderr } = await runProgram([main], { DATABASE_URL: '', VALKEY_URL: '', FETCH_TOKEN: 'short' });
    expect(code).toBe(1);
    for (const name of ['DATABASE_URL', 'VALKEY_URL', 'FETCH_SERVICE_ADDRESS', 'FETCH_TOKEN']) {
      expect(stderr).toContain(`${name}:`);
    }
  });

  it('downloads through the fetch service, goes on after a broken connection, and ends when told to', async () => {
    const cluster = await openTestCluster();
    const { database, databaseUrl } = cluster;
    // The service has no prefix of its own to give away: it gets a whole database of the queue server.
    const queueUrl = new URL(cluster.redisUrl);
    queueUrl.pathname = '/10';
    const queue = await openQueueBackend(attachmentQueueOptions({ kind: 'redis', url: queueUrl.href }));
    const stand = new DownloaderStand(database, queue, build.entry);
    await stand.server.listen();
    const target = { address: '127.0.0.1', port: stand.server.port };
    const door = await openFetchDoor({
      egress: { allowedHosts: new Map(HOSTS.map((host) => [host, target])), publicSuffixes: ['.test'], ports: [80] },
    });
    const token = randomBytes(16).toString('hex');
    const service = await serveFetchDoor({ door, token, address: '127.0.0.1:0', logger: silentLogger });
    const program = startProgram([main], {
      DATABASE_URL: databaseUrl,
      VALKEY_URL: queueUrl.href,
      DATA_DIR: stand.dataDir,
      FETCH_SERVICE_ADDRESS: `127.0.0.1:${service.port}`,
      FETCH_TOKEN: token,
      DOWNLOADER_HEALTH_PORT: '0',
      ATTACHMENT_THROTTLE_CAP_SEC: '0',
    });
    try {
      await program.waitFor(/takes files/);
      const noise = randomBytes(200_000).toString('hex');
      stand.server.files.set('/a.docx', {
        body: docxSample(['经由抓取服务下载的文件', noise]),
        etag: '"a"',
        cutAfter: [70_000],
      });
      const article = await stand.publish([{ url: 'http://one.test/a.docx', name: '服务' }]);
      await stand.until(article, ({ downloadStatus }) => downloadStatus === 'failed');
      await database.attachments.retryFailed();
      const [stored] = await stand.until(article, ({ textStatus }) => textStatus !== null);
      expect(stored).toMatchObject({ filename: '服务.docx', textStatus: 'ready' });
      expect(stand.server.requests.at(-1)?.range).toMatch(/^bytes=\d+-$/);
      const told = Date.now();
      program.child.kill('SIGTERM');
      expect(await program.ended).toMatchObject({ code: 0 });
      expect(Date.now() - told).toBeLessThan(25_000);
    } finally {
      program.child.kill('SIGKILL');
      await service.close(1000);
      await door.close();
      await stand.close();
      await queue.close();
      await cluster.close();
    }
  });
});
