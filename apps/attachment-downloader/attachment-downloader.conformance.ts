import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { jest } from '@jest/globals';
import { type Database } from '@govcrawler/persistence';
import { type QueueBackend } from '@govcrawler/queue';
import { compileChild } from './samples/compiled-child.js';
import { DownloaderStand } from './samples/downloader-stand.js';
import { textLines, textPdf, scannedPdf } from './samples/pdf-sample.js';
import { strokePicture } from './samples/stroke-picture.js';
import { docxSample } from './samples/word-sample.js';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Public names that break naive writers, where GOVCRAWLER_CORPORA names a folder of corpora. */
function namesOfCorpus(): string[] {
  const corpora = process.env['GOVCRAWLER_CORPORA'];
  if (corpora === undefined) return [];
  const folder = join(corpora, 'evil-filenames');
  const lists = readdirSync(folder).filter((file) => /\.(txt|json)$/.test(file) && file !== 'manifest.json');
  return lists.flatMap((list) => {
    const text = readFileSync(join(folder, list), 'utf8');
    if (list.endsWith('.txt')) return text.split('\n');
    return (JSON.parse(text) as (string | { input: string })[]).map((entry) =>
      typeof entry === 'string' ? entry : entry.input,
    );
  });
}

/** The whole service on one kind of database and queue. */
export function describeDownloader(
  name: string,
  open: () => Promise<{ database: Database; queue: QueueBackend; close: () => Promise<void> }>,
): void {
  describe(`the attachment-downloader on ${name}`, () => {
    jest.setTimeout(60_000);
    const child = compileChild();
    let stand: DownloaderStand;
    let close: () => Promise<void>;

    beforeAll(async () => {
      const opened = await open();
      close = opened.close;
      stand = new DownloaderStand(opened.database, opened.queue, child.entry);
      await stand.server.listen();
      await stand.start();
    });
    afterAll(async () => {
      await stand?.close();
      await close?.();
      child.remove();
    });

    const pdf = textPdf([textLines(['关于加强数据安全管理工作的实施方案'])]);
    const serve = (path: string, body: Buffer, more: object = {}) => stand.server.files.set(path, { body, ...more });
    const read = (path: string | null) => readFileSync(join(stand.dataDir, path ?? 'missing'));

    const changesOf = async (article: number) =>
      (await stand.database.changes.read(0, 10_000))
        .filter(({ articleId }) => articleId === article)
        .map(({ kind }) => kind);

    it('stores a file under its name and reads its text', async () => {
      serve('/attachment/0/1/4567890.pdf', pdf);
      const article = await stand.publish([{ url: 'http://one.test/attachment/0/1/4567890.pdf', name: '实施方案' }]);
      const [stored] = await stand.until(article, ({ textStatus }) => textStatus !== null);
      expect(stored).toMatchObject({
        downloadStatus: 'downloaded',
        filename: '实施方案.pdf',
        mime: 'application/pdf',
        sizeBytes: pdf.length,
        sha256: sha256(pdf),
        nextTryAt: null,
        textStatus: 'ready',
      });
      expect(stored?.filePath).toMatch(
        new RegExp(`^attachments/site\\w+/site\\w+__notices/${article}/实施方案\\.pdf$`),
      );
      expect(read(stored?.filePath ?? null)).toEqual(pdf);
      expect(read(stored?.textPath ?? null).toString()).toBe('关于加强数据安全管理工作的实施方案');
      expect(stand.server.requests.at(-1)?.referer).toMatch(/^http:\/\/one\.test\/.*\.html$/);
      // The article, and the article with its text.
      expect(await changesOf(article)).toEqual(['UPSERT', 'UPSERT']);
    });

    it('keeps equal bytes once, whatever articles call them', async () => {
      const body = docxSample(['同一份文件只存一次', randomBytes(8).toString('hex')]);
      serve('/a.docx', body);
      serve('/b.docx', body);
      const first = await stand.publish([{ url: 'http://one.test/a.docx', name: '甲' }]);
      await stand.until(first, ({ textStatus }) => textStatus === 'ready');
      const second = await stand.publish([
        { url: 'http://two.test/b.docx', name: '乙' },
        { url: 'http://two.test/a.docx', name: '乙' },
      ]);
      const [one, other] = await stand.until(second, ({ textStatus }) => textStatus === 'ready');
      const [original] = await stand.attachmentsOf(first);
      expect(one?.textPath).toBe(original?.textPath);
      expect(other?.filePath).toBe(one?.filePath);
      const inode = (path: string | null | undefined) => statSync(join(stand.dataDir, path ?? '')).ino;
      expect(inode(one?.filePath)).toBe(inode(original?.filePath));
      // Text that was read for another article is news to this one, once for each of its files.
      expect(await changesOf(second)).toEqual(['UPSERT', 'UPSERT', 'UPSERT']);
    });

    it('gives two files of one document that carry the same name two places', async () => {
      serve('/1.docx', docxSample(['第一份附件的内容']));
      serve('/2.docx', docxSample(['第二份附件的内容']));
      const article = await stand.publish([
        { url: 'http://one.test/1.docx', name: '申报表' },
        { url: 'http://one.test/2.docx', name: '申报表' },
      ]);
      const stored = await stand.until(article, ({ textStatus }) => textStatus === 'ready');
      expect(new Set(stored.map(({ filePath }) => filePath)).size).toBe(2);
      for (const { filePath, sha256: digest } of stored) expect(sha256(read(filePath))).toBe(digest);
    });

    it('keeps the row, the reason and the next try of what fails', async () => {
      serve('/error.pdf', Buffer.from('<html><title>系统繁忙</title></html>'), {
        headers: { 'content-type': 'application/pdf' },
      });
      const article = await stand.publish([
        { url: 'http://one.test/missing.pdf', name: '没有的文件' },
        { url: 'http://one.test/error.pdf', name: '出错的文件' },
        { url: 'ftp://one.test/x.pdf', name: '别的协议' },
        { url: 'http://127.0.0.1/x.pdf', name: '内部地址' },
      ]);
      const failed = await stand.until(article, ({ downloadStatus }) => downloadStatus === 'failed');
      const byName = Object.fromEntries(failed.map((row) => [row.filename, [row.failReason, row.nextTryAt !== null]]));
      expect(byName).toEqual({
        没有的文件: ['http_not_found', true],
        出错的文件: ['html_instead_of_file', true],
        别的协议: [expect.stringMatching(/^refused_/), false],
        内部地址: [expect.stringMatching(/^refused_/), false],
      });

      serve('/missing.pdf', pdf);
      const [missing] = failed.filter(({ filename }) => filename === '没有的文件');
      await stand.database.attachments.downloadAgain(missing!.id);
      const after = await stand.until(article, (row) => row.id !== missing?.id || row.downloadStatus === 'downloaded');
      expect(after.find(({ id }) => id === missing?.id)).toMatchObject({ failReason: null, sha256: sha256(pdf) });
    });

    it('goes on where a broken connection stopped, as long as the file is the same', async () => {
      const body = Buffer.concat([pdf, randomBytes(400_000)]);
      serve('/large.pdf', body, { etag: '"v1"', cutAfter: [150_000] });
      const article = await stand.publish([{ url: 'http://one.test/large.pdf', name: '大文件' }]);
      await stand.until(article, ({ downloadStatus }) => downloadStatus === 'failed');
      await stand.database.attachments.retryFailed();
      const [stored] = await stand.until(article, ({ downloadStatus }) => downloadStatus === 'downloaded');
      expect(stored?.sha256).toBe(sha256(body));
      const ranges = stand.server.requests.filter(({ path }) => path === '/large.pdf').map(({ range }) => range);
      expect(ranges).toEqual([null, expect.stringMatching(/^bytes=\d{4,}-$/)]);
    });

    it('starts again when the file changed meanwhile', async () => {
      const [old, fresh] = [Buffer.concat([pdf, randomBytes(300_000)]), Buffer.concat([pdf, randomBytes(300_000)])];
      serve('/changing.pdf', old, { etag: '"v1"', cutAfter: [150_000] });
      const article = await stand.publish([{ url: 'http://one.test/changing.pdf', name: '会变的文件' }]);
      await stand.until(article, ({ downloadStatus }) => downloadStatus === 'failed');
      serve('/changing.pdf', fresh, { etag: '"v2"' });
      await stand.database.attachments.retryFailed();
      const [stored] = await stand.until(article, ({ downloadStatus }) => downloadStatus === 'downloaded');
      expect(stored?.sha256).toBe(sha256(fresh));
    });

    it('asks a host for at most two files at a time', async () => {
      // Long enough for a busy machine to start the second while the first is under way.
      stand.server.latencyMs = 300;
      stand.server.mostAtOnce = 0;
      const links = Array.from({ length: 10 }, (_, index) => `http://one.test/many/${index}.txt`);
      for (const link of links) serve(new URL(link).pathname, Buffer.from(`文件 ${link}`));
      const article = await stand.publish(links.map((url) => ({ url, name: null })));
      await stand.until(article, ({ downloadStatus }) => downloadStatus === 'downloaded');
      stand.server.latencyMs = 0;
      expect(stand.server.mostAtOnce).toBe(2);
    });

    it('marks scans, and names what it does not read', async () => {
      serve('/scan.pdf', scannedPdf(strokePicture(['中田工王日'])));
      serve('/sound.mp3', Buffer.from('ID3\u0004\u0000\u0000'));
      const article = await stand.publish([
        { url: 'http://one.test/scan.pdf', name: '扫描件' },
        { url: 'http://one.test/sound.mp3', name: '录音' },
      ]);
      const [scan, sound] = await stand.until(article, ({ textStatus }) => textStatus !== null);
      expect(scan).toMatchObject({ textStatus: 'needs_ocr', textDueAt: null });
      expect(sound).toMatchObject({ textStatus: 'failed', textReason: 'unsupported_type' });
    });

    it('never leaves the data folder, whatever a server calls its file', async () => {
      const evil = [
        '../../../etc/passwd',
        '..\\..\\windows\\win.ini',
        '/etc/cron.d/x',
        'CON',
        '.',
        '..',
        'a\u0000b.pdf',
        '文'.repeat(400),
        ...namesOfCorpus(),
      ];
      evil.forEach((name, index) =>
        serve(`/evil/${index}`, Buffer.concat([pdf, Buffer.from(String(index))]), {
          headers: { 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}` },
        }),
      );
      const article = await stand.publish(evil.map((name, index) => ({ url: `http://one.test/evil/${index}`, name })));
      const stored = await stand.until(article, ({ downloadStatus }) => downloadStatus === 'downloaded', 150_000);
      const folder = resolve(stand.dataDir, 'attachments');
      for (const { filePath, sha256: digest } of stored) {
        const absolute = resolve(stand.dataDir, filePath ?? '');
        expect(relative(folder, absolute)).not.toMatch(/^\.\./);
        expect(sha256(readFileSync(absolute))).toBe(digest);
      }
      expect(readdirSync(resolve(stand.dataDir, '..')).filter((entry) => /passwd|win\.ini/.test(entry))).toEqual([]);
    }, 180_000);

    it('ends an endless file by its size, and a restarted downloader recognises scans if told to', async () => {
      await stand.stop();
      await stand.start({ maxBytes: 3_000_000, ocr: true });
      serve('/endless.pdf', Buffer.alloc(0), { endless: true });
      const article = await stand.publish([{ url: 'http://two.test/endless.pdf', name: '没完没了' }]);
      const [endless] = await stand.until(article, ({ downloadStatus }) => downloadStatus === 'failed');
      expect(endless).toMatchObject({ failReason: 'limit_bytes', nextTryAt: null });
      expect(readdirSync(join(stand.dataDir, '.partial'))).toEqual([]);

      serve('/scan2.pdf', scannedPdf(strokePicture(['山三正土上'])));
      const scanned = await stand.publish([{ url: 'http://two.test/scan2.pdf', name: '扫描件二' }]);
      const [scan] = await stand.until(scanned, ({ textStatus }) => textStatus === 'ready');
      expect(read(scan?.textPath ?? null).toString()).toBe('山三正土上');
    });
  });
}
