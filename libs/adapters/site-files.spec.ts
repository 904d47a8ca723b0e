import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { siteFileSchema, type SiteFile } from '@govcrawler/contracts';
import { loadSiteFiles, parseSiteFile } from '@govcrawler/platform';
import { parse } from 'yaml';
import { z } from 'zod';
import { adapterById } from './adapter-registry.js';
import { checkSite } from './check-site.js';
import { stageOf } from './conformance/dialect-stage.conformance.js';
import { contextFor, DirectFetcher, planFor } from './conformance/direct-fetcher.conformance.js';

const CONFIG = join(import.meta.dirname, '..', '..', 'config');
const FOLDER = join(CONFIG, 'sites');
const files = loadSiteFiles(FOLDER, [checkSite]);
const siteOf = (code: string) => files.find(({ site }) => site.site_id === code)?.site as SiteFile;
const COUNTIES = ['qingcheng', 'qingxin', 'yingde', 'lianzhou', 'yangshan', 'liannan', 'lianshan', 'fogang'];

describe('the site files', () => {
  it('cover the centre, the province, the city, its eight counties and the media', () => {
    const codes = files.map(({ site }) => site.site_id);
    const counties = COUNTIES.flatMap((code) => [code, `${code}_gkmlpt`]);
    expect(codes).toEqual(
      expect.arrayContaining([
        'gov_cn',
        'gd_gkmlpt',
        'gd_wjk',
        'gdqy',
        'gdqy_gkmlpt',
        'gdqy_dzgk',
        'xinhua_xjp',
        'netease',
        ...counties,
      ]),
    );
    expect(siteOf('gov_cn').columns.map(({ params }) => params?.policy_profile)).toEqual(
      expect.arrayContaining(['xxgk', 'zcwjk', 'latest']),
    );
    expect(siteOf('xinhua_xjp').columns).toHaveLength(10);
    expect(siteOf('netease').columns.length).toBeGreaterThan(3);
  });

  it.each(files.map(({ path, site }) => [basename(path), path, site] as const))(
    '%s: is polite, sourced and named by its code',
    (name, path, site) => {
      expect(name).toBe(`${site.site_id}.yaml`);
      expect(site.interval_sec).toBeGreaterThanOrEqual(
        /gkmlpt|^gd/.test(site.site_id) || COUNTIES.includes(site.site_id) ? 8 : 5,
      );
      expect(readFileSync(path, 'utf8')).toMatch(/# (?:source|unverified):/);
    },
  );

  it.each(files.map(({ path }) => [basename(path), path] as const))('%s: has no problem', (_name, path) => {
    expect(parseSiteFile(readFileSync(path, 'utf8'), path, [checkSite]).problems).toEqual([]);
  });

  it('name departments that exist', () => {
    const { departments } = parse(readFileSync(join(CONFIG, 'departments.yaml'), 'utf8')) as {
      departments: Record<string, string>[];
    };
    const schema = z.array(
      z.strictObject({ full_name: z.string(), short_name: z.string(), region: z.string(), category: z.string() }),
    );
    const names = schema.parse(departments).map(({ full_name }) => full_name);
    expect(new Set(names).size).toBe(names.length);
    const used = files.flatMap(({ site }) => site.columns.flatMap(({ dept }) => dept ?? []));
    expect(used.filter((dept) => !names.includes(dept))).toEqual([]);
  });
});

/** Why a page is not the list that was asked for. */
const WRONG_PAGE: Record<string, RegExp> = {
  yaml: /^The list page arrived, but no rows were found on it$/,
  xinhua: /^The list page arrived, but no rows were found on it$/,
  gkmlpt: /does not tell the site's SID; set adapter_params.sid$|did not answer with JSON$/,
  gov_cn_policy: /did not answer with JSON$|is not JSON$|gave no code at/,
  json_list: /is not JSON$/,
};

describe('a probe of every column of a dead site', () => {
  const columns = files.flatMap(({ site }) =>
    site.columns.map((column) => [`${site.site_id}__${column.column_id}`, site, column] as const),
  );

  it.each(columns)('%s: asks the site and says what it answered', async (_code, site, column) => {
    const fetcher = new DirectFetcher(() => ({ status: 503, body: '' }));
    const report = await adapterById(site.adapter).probe(contextFor(planFor(site, column.column_id), fetcher));
    expect(report.problems).toEqual(['The list could not be read: HTTP 503']);
    const domain = new URL(site.base_url).hostname
      .split('.')
      .slice(-3)
      .join('.')
      .replace(/^www\./, '');
    expect(new URL(report.listUrl ?? '').hostname.endsWith(domain)).toBe(true);
  });
});

describe('a probe of every column of every site', () => {
  const columns = files.flatMap(({ site }) =>
    site.columns.map((column) => [`${site.site_id}__${column.column_id}`, site, column.column_id] as const),
  );
  const probe = (site: SiteFile, columnId: string, fetcher: DirectFetcher) =>
    adapterById(site.adapter).probe(contextFor(planFor(site, columnId), fetcher));

  it.each(columns)('%s: finds rows and a document in the markup of its kind', async (_code, site, columnId) => {
    const report = await probe(site, columnId, new DirectFetcher(stageOf(site)));
    expect(report.problems).toEqual([]);
    expect(report.itemCount).toBeGreaterThan(0);
    expect(report.items[0]).toMatchObject({ title: expect.stringMatching(/\S{6}/), publishDate: expect.any(String) });
    expect(report.detail?.contentText.length).toBeGreaterThan(50);
  });

  it.each(columns)('%s: says what is wrong with a page of another kind', async (_code, site, columnId) => {
    const closed = '<html><head><title>网站维护</title></head><body><p>网站升级改造，暂停访问。</p></body></html>';
    const report = await probe(site, columnId, new DirectFetcher(() => ({ status: 200, body: closed })));
    expect(report.itemCount).toBe(0);
    expect(report.problems).toEqual([expect.stringMatching(WRONG_PAGE[site.adapter] ?? /$./)]);
  });
});

describe('lists of the NFCMS platform', () => {
  const row = (id: number) =>
    `<a href="http://x.gov.cn/a/content/post_${id}.html" title="关于第${id}号事项的通知">关于第${id}号...</a>`;
  const variants = {
    list: `<ul class="news_list"><li>${row(1)}<span>2026-10-01</span></li><li><span>2026-09-30</span>${row(2)}</li></ul>`,
    table: `<table><tr><td>${row(1)}</td><td>2026-10-01</td></tr><tr><td>${row(2)}</td><td>2026年9月30日</td></tr></table>`,
    nested: `<ul><li><ul><li><h4>${row(1)}</h4><i>2026-10-01</i></li><li><h4>${row(2)}</h4><i>2026-09-30</i></li></ul></li></ul>`,
  };
  const menu = '<ul class="nav"><li><a href="/zwgk/">政务公开</a></li><li><a href="/zwgk/zcjd/">政策解读</a></li></ul>';

  it.each(['gdqy', ...COUNTIES])('%s: rows are found by their addresses in any markup', async (code) => {
    const site = siteOf(code);
    for (const rows of Object.values(variants)) {
      const fetcher = new DirectFetcher(() => ({ status: 200, body: `<html><body>${menu}${rows}</body></html>` }));
      const { value } = await adapterById('yaml')
        .list(contextFor(planFor(site, site.columns[0]?.column_id ?? ''), fetcher))
        .next();
      expect(value).toMatchObject({
        items: [
          { title: '关于第1号事项的通知', publishDate: '2026-10-01', nativePostId: 'x.gov.cn/1' },
          { title: '关于第2号事项的通知', publishDate: '2026-09-30' },
        ],
      });
    }
  });
});

describe('_defaults.yaml', () => {
  const text = readFileSync(join(FOLDER, '_defaults.yaml'), 'utf8');

  it('is itself a valid site file', () => {
    expect(parseSiteFile(text, '_defaults.yaml', [checkSite]).problems).toEqual([]);
  });

  it('explains every key of the schema', () => {
    const keys = new Set<string>();
    const collect = (schema: unknown): void => {
      if (typeof schema !== 'object' || schema === null) return;
      for (const [name, value] of Object.entries(schema)) {
        if (name === 'properties') Object.keys(value as object).forEach((key) => keys.add(key));
        collect(value);
      }
    };
    collect(z.toJSONSchema(siteFileSchema, { io: 'input' }));
    const explained = (key: string) => new RegExp(`(?:^|[\\s#:/、])${key}(?:\\s|:|：|$|、|/)`, 'm').test(text);
    expect([...keys].filter((key) => !explained(key))).toEqual([]);
    expect(keys.size).toBeGreaterThan(30);
  });
});
