import { createHash, randomUUID } from 'node:crypto';
import { siteFileSchema, type SiteFile } from '@govcrawler/contracts';
import { type Database } from '../database.js';
import { type StoreArticle } from '../repositories/store-article.js';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A site of its own for every test: none sees another's rows. */
export function sampleSiteFile(overrides: Record<string, unknown> = {}): SiteFile {
  const code = `site_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  const host = `${code.replaceAll('_', '-')}.gov.cn`;
  return siteFileSchema.parse({
    site_id: code,
    site_name: '某市人民政府',
    base_url: `https://${host}/`,
    columns: [{ column_id: 'notices', name: '通知公告', list_url: `https://${host}/tzgg/index.html` }],
    ...overrides,
  });
}

export interface SampleTarget {
  siteId: number;
  targetId: number;
  siteCode: string;
  targetCode: string;
  hostKey: string;
}

export async function sampleTarget(database: Database, overrides?: Record<string, unknown>): Promise<SampleTarget> {
  const file = sampleSiteFile(overrides);
  await database.sites.syncFromFile(file, `config/sites/${file.site_id}.yaml`);
  const targetCode = `${file.site_id}__${file.columns[0]!.column_id}`;
  const plan = (await database.targets.planFor(targetCode))!;
  return {
    siteId: plan.site.id,
    targetId: plan.target.id,
    siteCode: file.site_id,
    targetCode,
    hostKey: plan.hostKey,
  };
}

export function sampleArticle(target: SampleTarget, overrides: Partial<StoreArticle> = {}): StoreArticle {
  const url = overrides.url ?? `https://example.gov.cn/${target.siteCode}/${randomUUID()}.html`;
  return {
    siteId: target.siteId,
    targetId: target.targetId,
    deptId: null,
    url,
    finalUrl: url,
    urlHash: sha256(url),
    nativePostId: null,
    title: '关于做好2026年防汛工作的通知',
    publishTime: new Date('2026-03-01T02:00:00.000Z'),
    publishDate: '2026-03-01',
    writtenDate: '2026-02-27',
    sourceRaw: '来源：市应急管理局',
    publisher: '市应急管理局',
    channelName: '通知公告',
    channelPath: '首页 > 政务公开 > 通知公告',
    contentCategory: '通知',
    contentSubcategory: '防汛',
    indexNo: 'A0001',
    docNo: '某府〔2026〕1号',
    topicWords: '防汛 应急',
    openCategory: '主动公开',
    validity: 'effective',
    metadata: { list: { position: 3 } },
    contentText: '各县（市、区）人民政府：\n现将有关事项通知如下。',
    contentHtml: '<p>各县（市、区）人民政府：</p>',
    markdown: '各县（市、区）人民政府：',
    contentHash: sha256('first'),
    rawSha256: sha256('raw'),
    rawHtmlPath: 'raw_html/a/b/2026/03/c.html',
    textPath: 'text/a/b/2026/03/c.txt',
    status: 'ready',
    fetchStrategy: 'httpx',
    httpStatus: 200,
    durationMs: 120.4,
    fetchedAt: new Date('2026-03-02T00:00:00.123Z'),
    attachments: [],
    fence: null,
    ...overrides,
  };
}

/** The number of the newest change, to read from. */
export async function lastSeq(database: Database): Promise<number> {
  let seq = 0;
  for (;;) {
    const changes = await database.changes.read(seq, 1000);
    if (changes.length === 0) return seq;
    seq = changes.at(-1)!.seq;
  }
}
