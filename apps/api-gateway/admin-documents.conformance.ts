import { rmSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { type AttachmentFileView, type RevisionRow } from '@govcrawler/contracts';
import { type StoreArticle } from '@govcrawler/persistence';
import request from 'supertest';
import { article } from './admin-api.conformance.js';
import { type GatewayStand } from './gateway-stand.conformance.js';

const API = '/admin/api';
const PLACE = { siteCode: 'qingyuan', targetCode: 'qingyuan__tzgg' };
const HOSTILE_PAGE =
  '<!doctype html><meta charset="gbk"><title>通知</title><script>alert(1)</script><img src=x onerror=alert(2)>';
// GBK bytes of 中文, in a page that says so.
const GBK_PAGE = Buffer.concat([
  Buffer.from('<html><head><meta charset="gbk"></head><body>'),
  Buffer.from([0xd6, 0xd0, 0xce, 0xc4, 0xb9, 0xab, 0xb8, 0xe6]),
  Buffer.from('</body></html>'),
]);

/** Stored pages and files are shown, and can do nothing. */
export function describeDocuments(openStand: () => GatewayStand): void {
  describe('kept documents', () => {
    let stand: GatewayStand;
    let articleId: number;
    let files: AttachmentFileView[];
    const bytes = Buffer.from('0123456789'.repeat(100));
    const hash = (data: Buffer | string) => createHash('sha256').update(data).digest('hex');

    beforeAll(async () => {
      stand = openStand();
      const { database, files: store } = stand;
      const date = new Date('2025-03-01T00:00:00Z');
      const first = await store.saveRaw({ ...PLACE, date, name: 'first' }, GBK_PAGE);
      const second = await store.saveRaw({ ...PLACE, date, name: 'second' }, Buffer.from(HOSTILE_PAGE));
      const base: StoreArticle = {
        ...(await article(database, 17)),
        url: 'http://www.qingyuan.gov.cn/kept/1.html',
        urlHash: hash('kept 1'),
        rawHtmlPath: first,
        attachments: ['报告 "终稿".pdf', '图.png', '页面.html', '没有下载.doc'].map((name) => ({
          url: `http://www.qingyuan.gov.cn/kept/${encodeURIComponent(name)}`,
          name,
        })),
      };
      articleId = (await database.articles.store(base)).articleId;
      await database.articles.store({
        ...base,
        title: '更正后的通知',
        contentText: '更正后的正文',
        contentHash: hash('changed'),
        rawHtmlPath: second,
      });
      const list = async () => (await stand.get(`${API}/articles/${articleId}/attachments`)).body;
      const hostKey = 'kept.gov.cn';
      const lease = (await database.leases.acquire(hostKey, 'tester', 60_000))!;
      const mimes = ['application/pdf', 'image/png', 'text/html'];
      for (const [i, mime] of mimes.entries()) {
        const { id, filename } = (await list())[i] as AttachmentFileView;
        const body = mime === 'text/html' ? Buffer.from(HOSTILE_PAGE) : bytes;
        const saved = await store.saveAttachment({ ...PLACE, articleId, filename: filename! }, body);
        const { path: filePath, sizeBytes } = saved;
        const file = { filePath, filename: filename!, mime, sizeBytes, sha256: hash(`${i}`) };
        await database.attachments.saveDownloaded(id, file, { hostKey, token: lease.token });
      }
      await database.leases.release(hostKey, lease.token);
      const textPath = await store.saveText({ ...PLACE, date, name: 'text' }, '附件正文');
      await database.attachments.saveText(hash('0'), { textStatus: 'ready', textReason: null, textPath });
      files = await list();
    });

    it('list every state of an article, and show each', async () => {
      const rows = (await stand.get(`${API}/articles/${articleId}/revisions`)).body as RevisionRow[];
      expect(rows.map(({ revision, title, replacedAt }) => [revision, title, replacedAt === null])).toEqual([
        [2, '更正后的通知', true],
        [1, '关于做好第17号工作的通知', false],
      ]);
      const old = await stand.get(`${API}/articles/${articleId}/revisions/1`);
      expect(old.body).toMatchObject({ contentText: '第17号正文。\n第二段。', hasOriginal: true });
      const now = await stand.get(`${API}/articles/${articleId}/revisions/2`);
      expect(now.body).toMatchObject({ contentText: '更正后的正文', replacedAt: null });
      expect((await stand.get(`${API}/articles/${articleId}/revisions/3`)).body.code).toBe('revision_not_found');
      expect((await stand.get(`${API}/articles/999999/revisions`)).body.code).toBe('article_not_found');
    });

    const policyOf = ({ headers }: { headers: Record<string, string> }) => headers['content-security-policy'];

    it('show the page as it came, readable and unable to do anything', async () => {
      const path = `${API}/articles/${articleId}/original`;
      const gbk = await stand.get(`${path}?revision=1`);
      expect(gbk.text).toContain('中文公告');
      expect(gbk.headers['content-type']).toBe('text/html; charset=utf-8');
      const hostile = await stand.get(path);
      expect(hostile.text).toContain('<script>alert(1)</script>');
      for (const answer of [gbk, hostile]) {
        expect(policyOf(answer)).toMatch(/^sandbox; default-src 'none';/);
        expect(policyOf(answer)).not.toMatch(/allow-|script-src/);
        expect(answer.headers['x-content-type-options']).toBe('nosniff');
        expect(answer.headers['x-frame-options']).toBe('SAMEORIGIN');
        expect(answer.headers['cache-control']).toBe('no-store');
      }
      expect((await stand.get(`${path}?revision=9`)).body.code).toBe('file_not_found');
      expect((await request(stand.address).get(path)).status).toBe(401);
    });

    it('give attachments as files, whole and in parts', async () => {
      const [report] = files;
      expect(report).toMatchObject({ status: 'downloaded', textStatus: 'ready', showsInline: false });
      const path = `${API}/attachments/${report!.id}/content`;
      const whole = await stand
        .get(path)
        .buffer(true)
        .parse(binary as never);
      expect(whole.body.equals(bytes)).toBe(true);
      expect(whole.headers['content-type']).toBe('application/octet-stream');
      expect(whole.headers['content-disposition']).toMatch(/^attachment; filename=".*"; filename\*=UTF-8''/);
      expect(policyOf(whole)).toMatch(/^sandbox;/);
      const part = await stand
        .get(path)
        .set('Range', 'bytes=10-14')
        .buffer(true)
        .parse(binary as never);
      expect([part.status, part.headers['content-range'], String(part.body)]).toEqual([
        206,
        'bytes 10-14/1000',
        '01234',
      ]);
      const beyond = await stand.get(path).set('Range', 'bytes=5000-');
      expect(beyond.status).toBe(416);
      const again = await stand.get(path).set('If-None-Match', whole.headers['etag']!);
      expect(again.status).toBe(304);
    });

    it('show pictures in place, but nothing that could run', async () => {
      const [, picture, page] = files;
      expect([picture!.showsInline, page!.showsInline]).toEqual([true, false]);
      const shown = await stand.get(`${API}/attachments/${picture!.id}/content?inline=true`);
      expect([shown.headers['content-disposition'], shown.headers['content-type']]).toEqual(['inline', 'image/png']);
      const saved = await stand.get(`${API}/attachments/${page!.id}/content?inline=true`);
      expect(saved.headers['content-disposition']).toMatch(/^attachment;/);
      expect(saved.headers['content-type']).toBe('application/octet-stream');
    });

    it('give the text of attachments, and say when there is none', async () => {
      const [report, picture, , missing] = files;
      const text = await stand.get(`${API}/attachments/${report!.id}/text`);
      expect(text.body).toEqual({ id: report!.id, status: 'ready', reason: null, text: '附件正文', truncated: false });
      expect((await stand.get(`${API}/attachments/${picture!.id}/text`)).body).toMatchObject({
        status: null,
        text: '',
      });
      expect((await stand.get(`${API}/attachments/${missing!.id}/content`)).body.code).toBe('file_not_found');
      expect((await stand.get(`${API}/attachments/999999/text`)).body.code).toBe('attachment_not_found');
    });

    it('are downloaded again when they failed or their file is gone, and not when it is there', async () => {
      const [report, picture] = files as [AttachmentFileView, AttachmentFileView];
      const again = (id: number) => stand.post(`${API}/attachments/${id}/retry`);
      expect((await again(report.id)).body.code).toBe('attachment_present');
      const { filePath } = (await stand.database.documents.attachment(picture.id))!;
      rmSync((await stand.files.locate(filePath!))!);
      expect((await again(picture.id)).status).toBe(202);
      expect((await again(999_999)).body.code).toBe('attachment_not_found');
      const statusOf = async (id: number) => (await stand.database.documents.attachment(id))!.downloadStatus;
      expect(await statusOf(picture.id)).toBe('pending');
      expect((await stand.database.attachments.taskFor(picture.id))?.url).toBe(picture.url);

      const lease = (await stand.database.leases.acquire('kept.gov.cn', 'tester', 60_000))!;
      const failure = { reason: 'http_gone', message: '410', nextTryAt: null };
      await stand.database.attachments.saveFailure(picture.id, failure, { hostKey: 'kept.gov.cn', token: lease.token });
      await stand.database.leases.release('kept.gov.cn', lease.token);
      const all = await stand.post(`${API}/attachments/retry-failed`);
      expect(all.status).toBe(202);
      expect(all.body.retried).toBeGreaterThanOrEqual(1);
      expect(await statusOf(picture.id)).toBe('pending');
    });
  });
}

/** The body as bytes. */
function binary(response: NodeJS.ReadableStream, done: (error: Error | null, body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  response.on('end', () => done(null, Buffer.concat(chunks)));
}
