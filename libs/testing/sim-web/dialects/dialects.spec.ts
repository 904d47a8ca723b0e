import { gunzipSync } from 'node:zlib';
import { siteFileSchema } from '@govcrawler/contracts';
import { askSimWeb } from '../sim-client.js';
import { type SimDocument } from '../sim-document.js';
import { type SimSite, type SimWeb, startSimWeb } from '../sim-web.js';
import { xxgkHeaders } from '../walk-lists.js';

describe('the dialects of the simulated web', () => {
  let web: SimWeb;
  beforeAll(async () => {
    web = await startSimWeb();
  });
  beforeEach(() => web.reset());
  afterAll(() => web.close());

  const text = async (url: string) => (await askSimWeb(web.port, url)).body.toString();
  const status = async (url: string) => (await askSimWeb(web.port, url)).status;
  const site = (code: string): SimSite => {
    const found = web.sites.find((candidate) => candidate.code === code);
    if (!found) throw new Error(`no site ${code}`);
    return found;
  };
  const document = (code: string, wanted: (candidate: SimDocument) => boolean): SimDocument => {
    const found = web.documents(code).find(wanted);
    if (!found) throw new Error(`no such document at ${code}`);
    return found;
  };

  it('covers every dialect, with valid site files that start at a page that is served', async () => {
    expect(new Set(web.sites.map(({ dialect }) => dialect)).size).toBe(9);
    for (const { siteFile, hosts } of web.sites) {
      expect(siteFileSchema.parse(siteFile)).toEqual(siteFile);
      expect(new URL(siteFile.base_url).hostname).toBe(hosts[0]);
      expect([200, 302]).toContain(await status(siteFile.base_url));
      for (const column of siteFile.columns)
        expect([column.list_url, await status(column.list_url)]).toEqual([column.list_url, 200]);
    }
    expect(web.hosts.every((host) => host.endsWith('.test'))).toBe(true);
    expect(web.sites.flatMap(({ hosts }) => hosts).length).toBe(web.hosts.length + 1);
  });

  it('serves robots.txt in all moods', async () => {
    const robots = (host: string) => askSimWeb(web.port, `http://${host}/robots.txt`);
    expect((await robots('www.yunlan.sim-cn.test')).body.toString()).toContain('Allow: /');
    expect((await robots('news.netease.sim-cn.test')).body.toString()).toMatch(/Crawl-delay: [\d.]+\nDisallow: /);
    expect((await robots('www.news.sim-cn.test')).headers['content-type']).toContain('text/html');
    expect((await robots('www.shalan.sim-cn.test')).status).toBe(404);
    web.setRobots('www.shalan.sim-cn.test', 'User-agent: *\nDisallow: /');
    expect((await robots('www.shalan.sim-cn.test')).body.toString()).toContain('Disallow: /');
  });

  describe('TRS', () => {
    const list = 'http://www.lingdong.sim-cn.test/zwgk/szfwj/';

    it('counts its pages from 0, in the file name and in the script', async () => {
      expect(await text(list)).toContain('createPageHTML(2, 0, "index", "html");');
      expect(await text(`${list}index_1.html`)).toContain('createPageHTML(2, 1, "index", "html");');
      expect(await text(`${list}index.html`)).toBe(await text(list));
      expect([await status(`${list}index_2.html`), await status(`${list}index_0.html`)]).toEqual([404, 404]);
      const other = await text('http://www.lingdong.sim-cn.test/fgw/zcfg/gfxwj/');
      expect(other).toContain('//createPageHTML(');
      expect(other).toMatch(/var countPage = \d+/);
    });

    it('cuts long titles and keeps them whole in the title attribute', async () => {
      const rows = [...(await text(list)).matchAll(/title="([^"]+)" {2}target="_blank">([^<]+)</g)];
      const cut = rows.filter(([, , shown]) => shown?.endsWith('...'));
      expect(cut.length).toBeGreaterThan(3);
      for (const [, full, shown] of cut) expect(full?.startsWith(shown?.slice(0, -3) ?? '-')).toBe(true);
    });

    it('marks one pinned row and leaves one unmarked', async () => {
      expect((await text(list)).match(/\[置顶\]/g)).toHaveLength(1);
    });

    it('puts a stray </html> before the article and the facts into nested tables', async () => {
      const page = await text(document('sim_lingdong', ({ kind, docNo }) => kind === 'text' && docNo !== null).url);
      expect(page.indexOf('</html>')).toBeLessThan(page.indexOf('id="UCAP-CONTENT"'));
      expect(page).toMatch(/<table[^>]*>(?:(?!<\/table>)[\s\S])*<table[^>]*>/);
      expect(page).toContain('发文字号：');
    });

    it('links files directly, under download addresses, without extension and with Chinese names', async () => {
      const urls = web.documents('sim_lingdong').flatMap(({ attachments }) => attachments.map(({ url }) => url));
      expect(urls.some((url) => /\/P0\d{20}\.\w+$/.test(url))).toBe(true);
      expect(urls.some((url) => url.includes('downfile.jsp?classid=0&filename='))).toBe(true);
      expect(urls.some((url) => /%E9%99%84%E4%BB%B6/.test(url))).toBe(true);
      const bare = web
        .documents('sim_lingdong')
        .flatMap(({ attachments }) => attachments)
        .find(({ url }) => /\/view\/[0-9a-f]{32}$/.test(url));
      if (!bare) throw new Error('no file without extension');
      const { headers } = await askSimWeb(web.port, bare.url);
      expect(headers['content-type']).toBe('application/octet-stream');
      const named = /filename\*=UTF-8''(.+)$/.exec(headers['content-disposition'] ?? '')?.[1];
      expect(decodeURIComponent(named ?? '')).toBe(bare.name);
      expect(document('sim_lingdong', ({ kind }) => kind === 'file').url).toMatch(/\.pdf$/);
    });

    it('dates some addresses weeks before the listed date', () => {
      const early = web.documents('sim_lingdong').filter(({ url, publishDate }) => {
        const day = /\/t(\d{4})(\d\d)(\d\d)_/.exec(url);
        return day !== null && Date.parse(publishDate) - Date.parse(`${day[1]}-${day[2]}-${day[3]}`) > 7 * 86_400_000;
      });
      expect(early.length).toBeGreaterThan(5);
    });
  });

  describe('NFCMS', () => {
    const list = 'http://www.yunlan.sim-cn.test/zwgk/gsgg/';

    it('counts its pages from 1 and shows page 1 again past the end', async () => {
      const first = await text(list);
      expect(first).toContain('href="/zwgk/gsgg/index_2.html">下一页');
      expect(await text(`${list}index_2.html`)).not.toBe(first);
      expect(await text(`${list}index_9.html`)).toBe(first);
      expect(await status(`${list}index_1.html`)).toBe(404);
    });

    it('compresses for who accepts it', async () => {
      const zipped = await askSimWeb(web.port, list, { headers: { 'accept-encoding': 'gzip, br' } });
      expect(zipped.headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(zipped.body).toString()).toBe(await text(list));
    });

    it('shows one post in two columns under one id', async () => {
      const twice = document('sim_yunlan', ({ otherUrls }) => otherUrls.length === 1);
      for (const url of [twice.url, twice.otherUrls[0] ?? '']) {
        expect(url).toContain(`/content/post_${twice.nativeId}.html`);
        const page = await text(url);
        expect(page).toContain(`<meta name="ArticleTitle" content="${twice.title}">`);
        expect(page).toContain(`<meta name="PubDate" content="${twice.publishDate} ${twice.publishTime}">`);
        expect(page).toContain(`<meta name="ContentSource" content="${twice.source}">`);
        expect(page).toContain(`NFCMS_POST_ID = ${twice.nativeId};`);
      }
    });
  });

  describe('gkmlpt', () => {
    const api = async (url: string) => JSON.parse(await text(url));

    it('describes itself in a script that is no JSON, with the tree that is', async () => {
      const page = await text('http://gkml.lingdong.sim-cn.test/gkmlpt/index');
      expect(page).toContain("SID: '990001'");
      const tree = JSON.parse(/TREE: (\[.*\]),\n/.exec(page)?.[1] ?? 'null');
      expect(tree[0].children.map(({ id }: { id: number }) => id)).toEqual([2101, 2102, 99]);
      expect(tree[0].children[2].jump_url).not.toBe('');
    });

    it('lists articles by column, page 0 as page 1, nothing for a foreign sid, everything under 0', async () => {
      const base = 'http://gkml.lingdong.sim-cn.test/gkmlpt/api/all/';
      const first = await api(`${base}2101?page=1&sid=990001`);
      expect(await api(`${base}2101?page=0&sid=990001`)).toEqual(first);
      expect(first.articles).toHaveLength(20);
      expect(first.classify.post_count).toBeGreaterThan(first.total);
      const ids = (answer: { articles: { id: number }[] }) => answer.articles.map(({ id }) => id);
      const second = await api(`${base}2101?page=2&sid=990001`);
      expect(ids(second).filter((id) => ids(first).includes(id))).toEqual([]);
      expect((await api(`${base}2101?page=9&sid=990001`)).articles).toEqual([]);
      expect((await api(`${base}2101?page=1&sid=1`)).articles).toEqual([]);
      expect((await api(`${base}0?page=1`)).total).toBe(web.documents('sim_lingdong_gkml').length);
      expect(await status(`${base}777?page=1&sid=990001`)).toBe(404);
    });

    it('carries number, index, publisher, validity, dates and attachments in its rows', async () => {
      const rows = (await api('http://gkml.yunlan.sim-cn.test/ylsjj/gkmlpt/api/all/3301?page=1&sid=992100')).articles;
      expect(rows).toHaveLength(40);
      for (const truth of web.documents('sim_yunlan_gkml')) {
        const row = rows.find(({ id }: { id: number }) => String(id) === truth.nativeId);
        expect(row).toMatchObject({
          title: truth.title,
          url: truth.url,
          document_number: truth.docNo ?? '',
          identifier: truth.indexNo,
          publisher: truth.publisher,
          date: Date.parse(`${truth.writtenDate}T00:00:00+08:00`) / 1000,
          created_at: `${truth.publishDate} 00:00:00`,
          is_expired: truth.validity === 'expired' ? 1 : 0,
          is_abolished: truth.validity === 'abolished' ? '1' : '0',
        });
        expect(row.attachment.map(({ url, size }: { url: string; size: string }) => [url, Number(size)])).toEqual(
          truth.attachments.map(({ url, bytes }) => [url, bytes]),
        );
      }
    });

    it('answers 404 for page 2 where the window is one page, and in the seed shape elsewhere', async () => {
      expect(await status('http://gkml.yunlan.sim-cn.test/ylsjj/gkmlpt/api/all/3301?page=2&sid=992100')).toBe(404);
      const seed = await api(
        'http://gkml.shilu.sim-cn.test/gkmlpt/api/list?column_id=4401&page=2&page_size=20&sid=992123',
      );
      expect(seed.result.data.list).toHaveLength(20);
      expect(
        (await api('http://gkml.shilu.sim-cn.test/gkmlpt/api/list?column_id=4401&page=3&sid=992123')).result.data.list,
      ).toEqual([]);
    });

    it('escapes the body into the script; one platform has it nowhere else', async () => {
      for (const code of ['sim_lingdong_gkml', 'sim_yunlan_gkml']) {
        const truth = document(code, ({ kind, attachments }) => kind === 'text' && attachments.length > 0);
        const page = await text(truth.url);
        const escaped = /"content"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(page)?.[1] ?? '';
        expect(escaped).not.toContain('<');
        expect(escaped).toContain('\\u003Cp');
        const content = JSON.parse(`"${escaped}"`) as string;
        for (const probe of truth.probes) expect(content).toContain(probe);
        expect(content).toContain(`alt="${truth.attachments[0]?.name}">点击下载</a>`);
        const rendered = page.slice(page.indexOf('<div class="article-content">'));
        expect(rendered.includes(truth.probes[0] ?? '-')).toBe(code === 'sim_lingdong_gkml');
        expect(page).toMatch(/<div class="classify"><table>/);
      }
    });
  });

  describe('the xxgk gateway', () => {
    const parameters = () => site('sim_gov_xxgk').siteFile.adapter_params as Record<string, string>;
    const warmUp = async () => JSON.parse(await text(parameters()['warmup_url'] ?? '')).result.data as string;
    const post = async (headers: Record<string, string>, body: unknown) => {
      const { body: answer } = await askSimWeb(web.port, parameters()['list_url'] ?? '', {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      const once = JSON.parse(answer.toString());
      return typeof once === 'string' ? JSON.parse(once) : once;
    };
    const headers = (appKey = parameters()['app_key'] ?? '', name = parameters()['app_name'] ?? '') =>
      xxgkHeaders(parameters()['public_key'] ?? '', appKey, name);

    it('lists for the right key, name and code', async () => {
      const answer = await post(headers(), { code: await warmUp(), pageNo: 1, pageSize: 20 });
      expect(answer.resultCode.code).toBe(200);
      expect(answer.result.data.list).toHaveLength(20);
      expect(answer.result.data.pager).toMatchObject({ total: 50, pageCount: 3 });
      expect(Object.keys(answer.result.data.list[0])).toEqual(['pub_url', 'maintitle', 'fwzh', 'cwrq', 'publish_time']);
    });

    it('refuses a wrong app key, a key that is not encrypted, another name and another code', async () => {
      const code = await warmUp();
      const body = { code, pageNo: 1, pageSize: 20 };
      const refusal = async (sent: Record<string, string>, query: unknown = body) => {
        const answer = await post(sent, query);
        expect(answer.result).toBeNull();
        return answer.resultCode.code;
      };
      expect(await refusal(headers('wrong'))).toBe(4010);
      expect(await refusal({ ...headers(), athenaappkey: parameters()['app_key'] ?? '' })).toBe(4010);
      expect(await refusal({ ...headers(), athenaappkey: '%' })).toBe(4010);
      expect(await refusal({})).toBe(4010);
      expect(await refusal(headers(undefined, '别的应用'))).toBe(4011);
      expect(await refusal(headers(), { ...body, code: 'old' })).toBe(4012);
      const [one, two] = [headers(), headers()];
      expect(one['athenaappkey']).not.toBe(two['athenaappkey']);
    });

    it('hides key, app key and name in the script of its page', async () => {
      expect(await text('http://www.gov.sim-cn.test/zhengce/xxgk/')).toContain('src="/zhengce/xxgk/search.js"');
      const script = await text('http://www.gov.sim-cn.test/zhengce/xxgk/search.js');
      const found = /a\("([^"]+)","([^"]+)"\)\),c=encodeURIComponent\("([^"]+)"\)/.exec(script);
      expect(found?.slice(1)).toEqual(['public_key', 'app_key', 'app_name'].map((name) => parameters()[name]));
    });

    it('wraps every third answer into a string', async () => {
      const body = JSON.stringify({ code: await warmUp(), pageNo: 2, pageSize: 20 });
      const answer = await askSimWeb(web.port, parameters()['list_url'] ?? '', {
        method: 'POST',
        headers: headers(),
        body,
      });
      expect(typeof JSON.parse(answer.body.toString())).toBe('string');
    });
  });

  it('answers policy searches in one list or in a map of libraries', async () => {
    const search = async (query: string) =>
      JSON.parse(await text(`http://sousuo.gov.sim-cn.test/search-gov/data?${query}`)).searchVO;
    const single = await search('t=zhengcelibrary_gw&p=1&n=8');
    expect([single.totalCount, single.totalpage, single.listVO.length, single.catMap]).toEqual([30, 4, 8, null]);
    for (const query of ['t=zhengcelibrary&p=1&n=8', 'type=gwyzcwjk&p=1&n=8']) {
      const many = await search(query);
      expect([many.totalCount, many.listVO]).toEqual([0, null]);
      expect(Object.keys(many.catMap)).toEqual(['gongwen', 'bumenfile', 'otherfile', 'gongbao']);
      expect(many.catMap.gongwen.listVO[0].puborg).toBeTruthy();
      expect(many.catMap.otherfile.listVO[0]).not.toHaveProperty('puborg');
      expect(many.catMap.otherfile.listVO[0].ptime).toBe(0);
      expect(many.catMap.gongbao.listVO.some(({ title }: { title: string }) => title.includes('<br/>'))).toBe(true);
    }
    expect((await search('t=zhengcelibrary_gw&p=3&n=8')).listVO[0].pubtimeStr).toBeNull();
  });

  it('uses both page templates of the policy library, with a stray </html> each', async () => {
    const a = await text(document('sim_gov_zcwjk', ({ docNo }) => docNo !== null).url);
    const b = await text(document('sim_gov_zcwjk', ({ publisher, kind }) => publisher === null && kind === 'text').url);
    expect(a).toContain('policyLibraryOverview_header');
    expect(a).not.toContain('<h1');
    expect(b).toContain('<h1 id="ti">');
    for (const page of [a, b]) expect(page.indexOf('</html>')).toBeLessThan(page.indexOf('UCAP-CONTENT'));
  });

  it('writes Xinhua lists with marked-up titles and mixed addresses', async () => {
    const url = String(site('sim_xinhua').siteFile.columns[0]?.params?.['list_json_url']);
    expect(url).toMatch(/\/politics\/ds_[0-9a-f]{32}\.json$/);
    const { datasource } = JSON.parse(await text(url)) as {
      datasource: { title: string; showTitle: string; publishUrl: string }[];
    };
    expect(datasource.some(({ title }) => title.startsWith('<font'))).toBe(true);
    expect(datasource.every(({ showTitle }) => !showTitle.includes('<'))).toBe(true);
    expect(new Set(datasource.map(({ publishUrl }) => publishUrl.startsWith('http')))).toEqual(new Set([true, false]));
  });

  it('breaks NetEase meta titles by raw quotes', async () => {
    const truth = document('sim_netease', ({ title }) => title.includes('“'));
    const page = await text(truth.url);
    const meta = /og:title" content="([^"]*)"/.exec(page)?.[1] ?? '';
    expect(truth.title.length).toBeGreaterThan(meta.length);
    expect(page).toContain(`<h1 class="post_title">${truth.title}</h1>`);
    expect(page).toContain(`article:published_time" content="${truth.publishDate}T${truth.publishTime}+08:00"`);
  });

  it('writes RSS 2.0 with tracked links and Atom with whole texts', async () => {
    const [rss, atom] = await Promise.all(site('sim_daily').siteFile.columns.map(({ list_url: url }) => text(url)));
    expect(rss).toMatch(/^<\?xml[^>]+>\s*<rss version="2\.0"/);
    expect(rss).toContain('?utm_source=rss&amp;utm_medium=feed</link>');
    expect(rss).toMatch(/<pubDate>\w{3}, \d\d \w{3} 2026 \d\d:\d\d:\d\d \+0800<\/pubDate>/);
    expect(atom).toMatch(/^<\?xml[^>]+>\s*<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom"/);
    for (const truth of web.documents('sim_daily').filter(({ listings }) => listings[0]?.column === 'pinglun')) {
      expect(atom).toContain(`href="${truth.url}"`);
      for (const probe of truth.probes) expect(atom).toContain(probe);
    }
    expect(atom).not.toMatch(/<content[^>]*>[^<]*<p/);
  });

  describe('the old county site', () => {
    it('says less about its bytes than it should, and they decode as GB18030', async () => {
      for (const truth of web.documents('sim_shalan').filter(({ kind }) => kind !== 'file')) {
        const { headers, body } = await askSimWeb(web.port, truth.url);
        const { actual, meta, header } = truth.encoding;
        expect(headers['content-type']).toBe(header ? `text/html; charset=${header}` : 'text/html');
        expect(/charset=([\w-]+)"/i.exec(body.toString('latin1'))?.[1] ?? null).toBe(meta);
        expect(new TextDecoder(actual, { fatal: true }).decode(body)).toContain(truth.title);
        const validUtf8 = () => new TextDecoder('utf-8', { fatal: true }).decode(body);
        if (actual === 'utf-8') expect(validUtf8()).toContain(truth.title);
        else expect(validUtf8).toThrow();
      }
    });

    it('writes a character that GBK does not have', async () => {
      const pages = await Promise.all(web.documents('sim_shalan').map(({ url }) => askSimWeb(web.port, url)));
      expect(pages.some(({ body }) => new TextDecoder('gb18030').decode(body).includes('䶮'))).toBe(true);
    });

    it('pages by a parameter and ends with a short page without rows', async () => {
      const page = async (n: number) =>
        new TextDecoder('gb18030').decode(
          (await askSimWeb(web.port, `http://www.shalan.sim-cn.test/list.asp?classid=3&page=${n}`)).body,
        );
      expect((await page(2)).match(/<TD CLASS="tit">/g)?.length).toBeGreaterThan(3);
      const end = await page(9);
      expect(end).toContain('没有找到相关记录');
      expect(end.length).toBeLessThan(400);
      expect(await page(1)).toContain('<FONT COLOR=red>[置顶]</FONT>');
    });
  });
});
