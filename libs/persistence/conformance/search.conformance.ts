import { inTransaction } from '../connection/transaction.js';
import { appendUpserts } from '../repositories/change.repository.js';
import { ArticleFinder, type ArticleQuery } from '../search/article-finder.js';
import { sampleArticle, sampleTarget, sha256, type SampleTarget } from './samples.conformance.js';
import { type TestDatabase } from './test-database.conformance.js';

/** Finding articles: the same answer before and after the index has taken them in. */
export function describeSearch(stand: () => TestDatabase): void {
  const texts = new Map<string, string>();
  const indexer = () => stand().database.searchIndexer(async (path) => texts.get(path) ?? null);
  const catchUp = async (step = 50) => {
    while ((await indexer().step(step)).more);
  };
  const find = (query: Partial<ArticleQuery>) =>
    stand().database.search.search({ sort: 'relevance', limit: 20, offset: 0, ...query });
  const idsOf = async (query: Partial<ArticleQuery>) => (await find(query)).items.map(({ id }) => id);

  describe('searching', () => {
    let target: SampleTarget;
    let word = 0;
    beforeEach(async () => {
      target = await sampleTarget(stand().database);
      word += 1;
    });
    const store = async (title: string, contentText: string, more = {}) =>
      (await stand().database.articles.store(sampleArticle(target, { title, contentText, docNo: null, ...more })))
        .articleId;
    const here = () => ({ siteCode: target.siteCode });

    for (const indexed of [false, true]) {
      it(`finds words in title and text, titles first, ${indexed ? 'in the index' : 'before the index knows them'}`, async () => {
        const inText = await store('工作通知', '切实加强森林防火工作。');
        const inTitle = await store('森林防火令', '自发布之日起施行。');
        const apart = await store('别的', '森林公园，林防护网，防火门。');
        const newest = await store('简报', '全市森林防火形势平稳。');
        if (indexed) await catchUp();
        const found = await find({ ...here(), q: '森林防火' });
        expect(found).toMatchObject({ total: 3, totalIsExact: true, next: null, upToDate: true });
        expect(found.items.map(({ id }) => id)).toEqual([inTitle, newest, inText]);
        expect(await idsOf({ ...here(), q: '森林防火', sort: 'newest' })).toEqual([newest, inTitle, inText]);
        expect(found.items[0]!.highlight).toEqual({
          title: [
            { text: '森林防火', hit: true },
            { text: '令', hit: false },
          ],
          snippet: null,
          source: null,
        });
        expect(found.items[1]!.highlight).toMatchObject({
          snippet: [{ text: '全市' }, { text: '森林防火', hit: true }, { text: '形势平稳。' }],
          source: 'body',
        });
        expect(await idsOf({ ...here(), q: '公园 防火' })).toEqual([apart]);
        expect(await idsOf({ ...here(), q: '防护网 林防护' })).toEqual([apart]);
        expect(await idsOf({ ...here(), q: '令' })).toEqual([inTitle]);
        expect(await idsOf({ ...here(), q: '，。%_' })).toEqual([]);
        expect(await stand().database.search.ids({ ...here(), q: '森林防火' }, 10)).toEqual({
          total: 3,
          ids: [newest, inTitle, inText],
        });
      });

      it(`filters, ${indexed ? 'in the index' : 'before the index knows them'}`, async () => {
        const a = await store('甲', '正文一', {
          publishTime: new Date('2024-12-31T15:59:59Z'),
          contentCategory: '类一',
        });
        const b = await store('乙', '正文二', {
          publishTime: new Date('2024-12-31T16:00:00Z'),
          status: 'failed',
          attachments: [{ url: 'https://e.gov.cn/1.pdf', name: '1.pdf' }],
        });
        const c = await store('丙', '正文三', { publishTime: null, publishDate: null });
        if (indexed) await catchUp();
        expect(await idsOf(here())).toEqual([c, b, a]);
        expect(await idsOf({ targetCode: target.targetCode, q: '正文' })).toEqual([c, b, a]);
        expect(await idsOf({ ...here(), status: 'failed' })).toEqual([b]);
        expect(await idsOf({ ...here(), hasAttachment: false })).toEqual([c, a]);
        expect(await idsOf({ ...here(), category: '类一' })).toEqual([a]);
        expect(await idsOf({ ...here(), from: new Date('2024-12-31T16:00:00Z') })).toEqual([b]);
        expect(await idsOf({ ...here(), to: new Date('2024-12-31T16:00:00Z') })).toEqual([a]);
        expect(await idsOf({ siteCode: 'nowhere', q: '正文' })).toEqual([]);
        expect(await idsOf({ ...here(), deptId: 4711 })).toEqual([]);
      });

      it(`knows a document number in any brackets, ${indexed ? 'in the index' : 'before the index knows it'}`, async () => {
        const number = 1000 + word;
        const own = await store('通知', '正文', { docNo: `某府〔2025〕${number}号` });
        const mention = await store('转发', `现转发某府[2025]${number}号文件。`);
        await store('别的', '正文', { docNo: `某府〔2025〕${number}1号` });
        if (indexed) await catchUp();
        for (const q of [`某府[2025]${number}号`, `某府（2025）${number}号`, `某府【２０２５】${number}号`]) {
          expect(await idsOf({ ...here(), q })).toEqual([own, mention]);
        }
        expect(await idsOf({ ...here(), q: `某府2025年${number}号` })).toEqual([own]);
        expect(await idsOf({ ...here(), docNo: `某府(2025)第${number}号` })).toEqual([own]);
      });
    }

    it('follows changes, deletions and texts of files, each once', async () => {
      const url = `https://example.gov.cn/${target.siteCode}/changing.html`;
      const id = await store('旧标题', '旧的正文', {
        url,
        attachments: [{ url: 'https://e.gov.cn/1.pdf', name: '附表.pdf' }],
      });
      const gone = await store('旧标题', '旧的正文');
      await catchUp();
      expect(await idsOf({ ...here(), q: '旧的正文' })).toEqual([gone, id]);
      await store('新标题', '新的正文', {
        url,
        contentHash: sha256('new'),
        attachments: [{ url: 'https://e.gov.cn/1.pdf', name: '附表.pdf' }],
      });
      const postings = async (term: string) =>
        (await stand().dataSource.query(`SELECT term FROM search_posting WHERE term = '${term}'`)).length;
      for (const later of ['at once', 'in the index']) {
        expect([later, await idsOf({ ...here(), q: '新标题' })]).toEqual([later, [id]]);
        expect([later, await idsOf({ ...here(), q: '旧标题' })]).toEqual([later, [gone]]);
        await catchUp();
      }
      texts.set('text/annex.txt', '采购清单：照明灯具');
      await stand().dataSource.query(
        `UPDATE attachment SET text_path = 'text/annex.txt', text_status = 'ready' WHERE article_id = ${id}`,
      );
      await inTransaction(stand().dataSource, (manager) => appendUpserts(manager, [id]));
      await catchUp();
      const [found] = (await find({ ...here(), q: '照明灯具' })).items;
      expect(found).toMatchObject({ id, highlight: { source: 'file' } });
      expect(await postings('旧标')).toBe(1);
      const actor = { username: 'tester', requestId: null };
      await stand().database.articleDeletions.remove([gone], actor);
      expect(await idsOf({ ...here(), q: '旧标题' })).toEqual([]);
      await catchUp();
      expect(await idsOf({ ...here(), q: '旧标题' })).toEqual([]);
      const rows = await stand().dataSource.query(`SELECT article_id FROM search_document WHERE article_id = ${gone}`);
      expect(rows).toEqual([]);
    });

    it('pages by offset and by cursor, each article once', async () => {
      const ids: number[] = [];
      for (let n = 0; n < 130; n += 1) {
        ids.push(
          await store(
            n % 3 === 0 ? '水利工程建设' : '简讯',
            n % 10 === 5 ? '水利，工程，建设。利工，程建。' : '水利工程建设情况',
          ),
        );
      }
      const real = ids.filter((_, n) => n % 3 === 0 || n % 10 !== 5);
      for (const state of ['live', 'indexed']) {
        for (const sort of ['relevance', 'newest'] as const) {
          const query = { ...here(), q: '水利工程建设', sort, limit: 7 };
          const byCursor: number[] = [];
          for (let after: ArticleQuery['after'], pages = 0; pages < 40; pages += 1) {
            const page = await find({ ...query, ...(after ? { after } : {}) });
            byCursor.push(...page.items.map(({ id }) => id));
            if (!page.next) break;
            after = page.next;
          }
          expect([state, [...byCursor].sort((a, b) => a - b)]).toEqual([state, real]);
          const byOffset: number[] = [];
          for (let offset = 0; offset < 130; offset += 7) byOffset.push(...(await idsOf({ ...query, offset })));
          expect([state, byOffset]).toEqual([state, byCursor]);
        }
        const question = { ...here(), q: '水利工程建设', sort: 'relevance', limit: 20, offset: 0 } as const;
        const exact = { total: real.length, totalIsExact: true };
        expect(await find(question)).toMatchObject(exact);
        const { dataSource, database } = stand();
        const finder = (limits: { exactly: number; atOnce: number; patienceMs: number }) =>
          new ArticleFinder(dataSource, database.articles, limits);
        for (const limits of [
          { exactly: 100, atOnce: 100, patienceMs: 60_000 },
          { exactly: 200, atOnce: 100, patienceMs: 0 },
        ]) {
          const guess = await finder(limits).search(question);
          expect([state, limits, guess.totalIsExact]).toEqual([state, limits, false]);
          expect(Math.abs(guess.total - real.length)).toBeLessThan(15);
        }
        // Counted for whoever waits, and for whoever asks again.
        const counting = finder({ exactly: 200, atOnce: 100, patienceMs: 0 });
        expect(await counting.search({ ...question, exactTotal: true })).toMatchObject(exact);
        expect(await counting.search({ ...question, offset: 20 })).toMatchObject(exact);
        const asking = finder({ exactly: 200, atOnce: 100, patienceMs: 0 });
        for (let times = 0; !(await asking.search(question)).totalIsExact; times += 1)
          expect(times).toBeLessThan(1_000);
        expect(await find({ ...here(), q: '水利', limit: 1 })).toMatchObject({ total: 130, totalIsExact: true });
        expect((await stand().database.search.ids({ ...here(), q: '水利工程建设' }, 1000)).total).toBe(real.length);
        await catchUp(40);
      }
    }, 60_000);

    it('says when it does not know everything yet, and lists without the index then', async () => {
      await stand()
        .database.searchIndexer(async () => null)
        .startOver();
      const id = await store('等待索引', '等待索引的正文');
      expect(await find({ ...here(), q: '等待索引' })).toMatchObject({ upToDate: false, totalIsExact: false });
      expect(await idsOf(here())).toEqual([id]);
      await catchUp(500);
      expect(await find({ ...here(), q: '等待索引' })).toMatchObject({ upToDate: true, total: 1, totalIsExact: true });
    });

    it('takes in the texts that a version without them left out', async () => {
      const before = await store('升级之前', '升级之前的正文');
      await catchUp();
      await stand().dataSource.query('DELETE FROM search_text');
      await stand().dataSource.query('UPDATE search_state SET text_seq = text_seq - 1');
      expect(await find({ ...here(), q: '升级之前的正文' })).toMatchObject({ total: 1, totalIsExact: true });
      const after = await store('升级之后', '升级之前的正文，ＧＩＳ系统');
      await catchUp();
      expect(await idsOf({ ...here(), q: '升级之前的正文', sort: 'newest' })).toEqual([after, before]);
      expect(await idsOf({ ...here(), q: 'gis系统' })).toEqual([after]);
      const [{ n }] = await stand().dataSource.query('SELECT COUNT(*) AS n FROM search_text');
      const [{ n: documents }] = await stand().dataSource.query('SELECT COUNT(*) AS n FROM search_document');
      expect(Number(n)).toBe(Number(documents));
    });

    it('counts a step once when two processes make it at the same time', async () => {
      const ids = [await store('并发一', '同一步骤'), await store('并发二', '同一步骤')];
      const other = await stand().reopen();
      await Promise.all([indexer().step(10), other.searchIndexer(async () => null).step(10)]);
      await catchUp();
      expect(await find({ ...here(), q: '同一步骤' })).toMatchObject({ total: 2, totalIsExact: true });
      expect(await idsOf({ ...here(), q: '同一步骤' })).toEqual(ids.reverse());
    });
  });
}
