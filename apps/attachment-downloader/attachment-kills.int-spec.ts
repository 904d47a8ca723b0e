import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Attachment } from '@govcrawler/persistence';
import { openQueueBackend } from '@govcrawler/queue';
import { SeededRandom, startProgram } from '@govcrawler/testing';
import { attachmentQueueOptions } from './attachment-queue.js';
import { openTestCluster } from './samples/cluster.conformance.js';
import { compileChild } from './samples/compiled-child.js';
import { DownloaderStand, HOSTS } from './samples/downloader-stand.js';
import { type VictimSettings } from './samples/killed-downloader.js';

/** The full measure is 100, each seed with other moments; three files come to each kill. */
const KILLS = Number(process.env['ATTACHMENT_KILLS'] ?? 10);
const SEED = process.env['ATTACHMENT_KILLS_SEED'] ?? '1';
const FILES = KILLS * 3;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe(`${FILES} downloads under ${KILLS} kills (seed ${SEED})`, () => {
  it(
    'end as whole files, with no partial one visible and no row forgotten',
    async () => {
      const build = compileChild({ wholeService: true });
      const cluster = await openTestCluster();
      const { database, databaseUrl, redisUrl, prefix } = cluster;
      const queue = await openQueueBackend(attachmentQueueOptions({ kind: 'redis', url: redisUrl, prefix }));
      const stand = new DownloaderStand(database, queue, build.entry);
      await stand.server.listen();
      try {
        const truth = new Map<string, string>();
        const articles: number[] = [];
        for (let index = 0; index < FILES; index++) {
          const body = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(20_000 + ((index * 7919) % 300_000))]);
          const url = `http://${HOSTS[index % HOSTS.length]}/kills/${index}.pdf`;
          truth.set(url, sha256(body));
          stand.server.files.set(`/kills/${index}.pdf`, { body, etag: `"${index}"`, pauseMs: 120 });
          articles.push(await stand.publish([{ url, name: `附件${index}号文件` }]));
        }

        const settings: VictimSettings = {
          databaseUrl,
          redisUrl,
          prefix,
          dataDir: stand.dataDir,
          hosts: [...HOSTS],
          port: stand.server.port,
        };
        const entry = join(build.folder, 'apps/attachment-downloader/samples/killed-downloader.js');
        const start = () => startProgram([entry, JSON.stringify(settings)]);
        const random = new SeededRandom(`kills/${SEED}`);
        for (let kill = 0; kill < KILLS; kill++) {
          const victim = start();
          await victim.waitFor(/ready/);
          await sleep(random.int(100, 3100));
          expect(visibleFiles(stand.dataDir).filter(({ digest }) => ![...truth.values()].includes(digest))).toEqual([]);
          victim.child.kill('SIGKILL');
          await victim.ended;
        }
        const last = start();
        const rows: Attachment[] = [];
        try {
          for (const article of articles) {
            rows.push(
              ...(await stand.until(article, ({ downloadStatus }) => downloadStatus === 'downloaded', 120_000)),
            );
          }
        } finally {
          last.child.kill('SIGKILL');
          await last.ended;
        }
        expect(rows.filter((row) => row.sha256 !== truth.get(row.url))).toEqual([]);
        const visible = visibleFiles(stand.dataDir);
        expect(visible.map(({ path }) => path).sort()).toEqual(rows.map(({ filePath }) => filePath).sort());
        expect(new Map(visible.map(({ path, digest }) => [path, digest]))).toEqual(
          new Map(rows.map(({ filePath, sha256: digest }) => [filePath, digest])),
        );
        const contents = readdirSync(join(stand.dataDir, 'attachments/.blobs'), {
          recursive: true,
          withFileTypes: true,
        });
        const blobs = contents.filter((entry) => entry.isFile() && !entry.name.endsWith('.txt'));
        expect(blobs.filter(({ parentPath, name }) => sha256(readFileSync(join(parentPath, name))) !== name)).toEqual(
          [],
        );
        expect(blobs).toHaveLength(FILES);
        expect(readdirSync(join(stand.dataDir, '.partial'))).toEqual([]);
        // Kills that meet no download would prove nothing.
        expect(stand.server.requests.filter(({ range }) => range !== null).length).toBeGreaterThan(2);
      } finally {
        await stand.close();
        await queue.close();
        await cluster.close();
        build.remove();
      }
    },
    60_000 + KILLS * 8000 + 120_000,
  );
});

/** Everything under a document's name, with the digest of what it holds now. */
function visibleFiles(dataDir: string): { path: string; digest: string }[] {
  const folder = join(dataDir, 'attachments');
  const names = statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder, { recursive: true }) : [];
  return names
    .map((name) => `attachments/${String(name)}`)
    .filter((path) => !path.startsWith('attachments/.blobs') && statSync(join(dataDir, path)).isFile())
    .map((path) => ({ path, digest: sha256(readFileSync(join(dataDir, path))) }));
}
