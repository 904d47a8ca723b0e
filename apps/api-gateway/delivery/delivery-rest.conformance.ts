import { type ChangesPage, type DeliveredArticle } from '@govcrawler/contracts';
import request from 'supertest';
import { type GatewayStand } from '../gateway-stand.conformance.js';
import { deliverySite, giveAttachment, sha256 } from './delivery-samples.conformance.js';

/** /api/v1 as programs see it. */
export function describeRestDelivery(stand: () => GatewayStand): void {
  const get = (path: string) => stand().get(`/api/v1${path}`);
  const post = (path: string, body?: unknown) => stand().post(`/api/v1${path}`, body);
  const consumer = async (name: string, more: object = {}) =>
    (await post('/consumers', { name, from: 'now', ...more }).expect(201)).body;
  const changes = async (query: string): Promise<ChangesPage> => (await get(`/changes?${query}`).expect(200)).body;

  describe('the feed over REST', () => {
    it('gives a consumer each change once it confirmed the ones before, and again until then', async () => {
      const { store, remove } = await deliverySite(stand());
      await consumer('rest-1');
      const { articleId } = await store('第一条 甲。');
      const first = await changes('consumer=rest-1');
      expect(first.items).toMatchObject([{ kind: 'UPSERT', articleId, revision: 1, article: { id: articleId } }]);
      expect(first.caughtUp).toBe(true);
      expect((await changes('consumer=rest-1')).items).toHaveLength(1);
      const ack = () => post('/consumers/rest-1/ack', { cursor: first.cursor }).expect(200);
      expect((await ack()).body).toMatchObject({ moved: true });
      expect((await ack()).body).toMatchObject({ moved: false });
      expect((await changes('consumer=rest-1')).items).toEqual([]);
      await remove(articleId);
      expect((await changes('consumer=rest-1')).items).toMatchObject([{ kind: 'DELETE', articleId, article: null }]);
      // Who was away hears of the deletion where the document was announced, and of each article once a page.
      expect((await changes(`cursor=${first.cursor}`)).items.at(-1)).toMatchObject({ kind: 'DELETE', articleId });
    });

    it('filters, and tells those who filter what left their filter', async () => {
      const { code, store } = await deliverySite(stand());
      await consumer('rest-2', { filter: { siteCodes: [code], categories: ['通知'] } });
      const url = `http://www.${code}.gov.cn/moves.html`;
      const { articleId } = await store('甲', { url });
      await store('乙', { contentCategory: '公告' });
      const page = await changes('consumer=rest-2');
      expect(page.items.map((item) => item.articleId)).toEqual([articleId]);
      await post('/consumers/rest-2/ack', { cursor: page.cursor }).expect(200);
      await store('甲改', { url, contentCategory: '公告' });
      expect((await changes('consumer=rest-2')).items).toMatchObject([{ kind: 'DELETE', leftFilter: true, articleId }]);
      expect((await get(`/changes?consumer=rest-2&site=${code}`).expect(400)).body.code).toBe('filter_not_allowed');
      expect((await changes(`site=${code}&category=公告&include=none`)).items).toHaveLength(2);
    });

    it('shows how far a consumer is, moves it back only when told to, and refuses what it never gave out', async () => {
      const { store } = await deliverySite(stand());
      await consumer('rest-3');
      await store('甲');
      const { cursor } = await changes('consumer=rest-3');
      expect((await get('/consumers/rest-3').expect(200)).body).toMatchObject({ lag: { entries: 1 }, lastAckAt: null });
      await post('/consumers/rest-3/ack', { cursor }).expect(200);
      expect((await get('/consumers').expect(200)).body.items).toContainEqual(
        expect.objectContaining({ name: 'rest-3', lag: { entries: 0, atLeast: false, seconds: 0 } }),
      );
      expect((await stand().get('/admin/api/consumers').expect(200)).body.items).toContainEqual(
        expect.objectContaining({ name: 'rest-3', lag: { entries: 0, atLeast: false, seconds: 0 } }),
      );
      await post('/consumers/rest-3/reset', { from: 'beginning' }).expect(200);
      expect((await post('/consumers/rest-3/ack', { cursor }).expect(409)).body.code).toBe('cursor_superseded');
      expect((await get(`/changes?consumer=rest-3&cursor=${cursor}`).expect(409)).body.code).toBe('cursor_superseded');
      expect((await get('/changes?cursor=bm9uc2Vuc2U').expect(400)).body.code).toBe('cursor_invalid');
      expect((await post('/consumers/rest-3/reset', { from: 'date' }).expect(400)).body.field).toBe('date');
      expect((await post('/consumers', { name: 'rest-3', from: 'now' }).expect(409)).body.code).toBe('already_exists');
      await stand().delete('/api/v1/consumers/rest-3').expect(200);
      await get('/changes?consumer=rest-3').expect(404);
    });

    it('waits for news when asked to', async () => {
      const { store } = await deliverySite(stand());
      await consumer('rest-4');
      const waiting = changes('consumer=rest-4&waitSec=30');
      await store('甲');
      expect((await waiting).items).toHaveLength(1);
    });
  });

  describe('documents over REST', () => {
    it('come whole: metadata, text beyond the column, Markdown, chunks, attachments with their text', async () => {
      const { store, code } = await deliverySite(stand());
      const long = `第一条 ${'防汛工作。'.repeat(4000)}\n第二条 完。`;
      const { articleId } = await store(long, { attachments: [{ url: 'http://x.gov.cn/1.pdf', name: '附件' }] });
      const bytes = Buffer.from('%PDF-1.7 \u0000 bytes');
      const attachmentId = await giveAttachment(stand(), articleId, { bytes, text: '第一章 名单' });
      const article: DeliveredArticle = (await get(`/articles/${articleId}`).expect(200)).body;
      expect(article).toMatchObject({
        siteCode: code,
        docNo: '某府〔2026〕1号',
        indexNo: 'A0001',
        publisher: '市应急管理局',
        validity: 'effective',
        publishDate: '2026-03-01',
        writtenDate: '2026-02-27',
        publishTime: '2026-03-01T02:00:00.000Z',
        text: long,
        textTruncated: false,
        attachments: [
          { id: attachmentId, text: '第一章 名单', textStatus: 'ready', chunks: [{ path: ['第一章 名单'] }] },
        ],
      });
      expect(article.chunks!.map(({ text }) => text).join('')).toBe(long);
      const file = await get(`/attachments/${attachmentId}`).buffer(true).expect(200);
      expect(Buffer.compare(file.body as Buffer, bytes)).toBe(0);
      expect(file.headers['etag']).toBe(`"${sha256(bytes)}"`);
      expect((await get(`/attachments/${attachmentId}/text`).expect(200)).text).toBe('第一章 名单');
      expect((await get(`/articles/${articleId}?include=none`).expect(200)).body.text).toBeUndefined();
    });

    it('carry a tag that changes with them', async () => {
      const { store, code } = await deliverySite(stand());
      const url = `http://www.${code}.gov.cn/tag.html`;
      const { articleId } = await store('甲', { url });
      const tag = (await get(`/articles/${articleId}`).expect(200)).headers['etag'] as string;
      const again = () => get(`/articles/${articleId}`).set('If-None-Match', tag);
      expect((await again().expect(304)).text).toBe('');
      await store('乙', { url });
      expect((await again().expect(200)).body).toMatchObject({ text: '乙', revision: 2 });
    });

    it('are listed page by page in one order', async () => {
      const { store, code } = await deliverySite(stand());
      const ids: number[] = [];
      for (const text of ['甲', '乙', '丙', '丁', '戊']) ids.push((await store(text)).articleId);
      const seen: number[] = [];
      let cursor = '';
      do {
        const { body } = await get(`/articles?site=${code}&limit=2${cursor && `&cursor=${cursor}`}`).expect(200);
        seen.push(...(body.items as { id: number }[]).map(({ id }) => id));
        cursor = body.nextCursor ?? '';
      } while (cursor);
      expect(seen).toEqual(ids);
      const ofDay = await get(`/articles?site=${code}&from=2026-03-01&to=2026-03-01&include=text`).expect(200);
      expect(ofDay.body.items).toHaveLength(5);
      expect((await get(`/articles?site=${code}&from=2026-03-02`).expect(200)).body.items).toEqual([]);
    });

    it('show where they come from, byte for byte', async () => {
      const { store } = await deliverySite(stand());
      const { articleId } = await store('证据');
      const evidence = (await get(`/articles/${articleId}/evidence`).expect(200)).body;
      expect(evidence).toMatchObject({
        intact: true,
        httpStatus: 200,
        fetchedAt: '2026-03-02T00:00:00.000Z',
        responseHeaders: { 'content-type': 'text/html; charset=gbk' },
      });
      const raw = await request(stand().address)
        .get(evidence.rawHref)
        .auth('admin', 'gateway test password')
        .buffer(true);
      expect(sha256(raw.body as Buffer)).toBe(evidence.rawSha256);
      expect(raw.headers['content-disposition']).toMatch(/^attachment/);
      const { rawHtmlPath } = (await stand().database.delivery.evidence(articleId))!;
      const [, siteCode, targetCode, , , file] = rawHtmlPath!.split('/');
      const place = {
        siteCode: siteCode!,
        targetCode: targetCode!,
        date: new Date(),
        name: file!.replace('.html', ''),
      };
      await stand().files.saveRaw(place, Buffer.from('tampered'));
      expect((await get(`/articles/${articleId}/evidence`).expect(200)).body.intact).toBe(false);
    });

    it('are there for keys with the scope, and for nobody else', async () => {
      const { store } = await deliverySite(stand());
      const { articleId } = await store('甲');
      const key = await stand().key(['articles:read']);
      const ask = (path: string) => request(stand().address).get(`/api/v1${path}`);
      await ask(`/articles/${articleId}`).expect(401);
      await ask(`/articles/${articleId}`).set('Authorization', `Bearer ${key}`).expect(200);
      const refused = await ask('/changes').set('Authorization', `Bearer ${key}`).expect(403);
      expect(refused.headers['content-type']).toContain('application/problem+json');
    });
  });
}
