import { type CrawlItem, type CrawlPlan } from '@govcrawler/contracts';
import { urlHash } from '@govcrawler/core';
import { nativeIdFromUrl } from './native-id.js';

/** What a list tells of one document; all that it does not tell is left out. */
export type ItemFacts = Pick<CrawlItem, 'url' | 'title'> &
  Partial<Omit<CrawlItem, 'siteCode' | 'targetCode' | 'deptId' | 'url' | 'urlHash' | 'title'>>;

/** Completes what a list tells to a CrawlItem; null when the address is none that can be fetched. */
export function buildItem(plan: CrawlPlan, facts: ItemFacts): CrawlItem | null {
  if (!URL.canParse(facts.url) || !/^https?:$/.test(new URL(facts.url).protocol)) return null;
  const { site, target } = plan;
  return {
    siteCode: site.code,
    targetCode: target.code,
    deptId: target.deptId,
    urlHash: urlHash(facts.url),
    publishTime: null,
    publishDate: null,
    docNo: null,
    indexNo: null,
    publisher: null,
    sourceRaw: null,
    topicWords: null,
    openCategory: null,
    validity: null,
    channelName: target.channelName,
    channelPath: target.channelPath,
    contentCategory: target.contentCategory,
    contentSubcategory: target.contentSubcategory,
    attachments: [],
    pinned: false,
    bodyHtml: null,
    metadata: {},
    ...facts,
    nativePostId: facts.nativePostId ?? nativeIdFromUrl(facts.url, site.baseUrl),
  };
}

/** Items without repeats of the same address, in the order of the list. The first one counts. */
export function uniqueItems(items: readonly CrawlItem[], seen: Set<string> = new Set()): CrawlItem[] {
  return items.filter(({ urlHash: hash }) => {
    const isNew = !seen.has(hash);
    seen.add(hash);
    return isNew;
  });
}
