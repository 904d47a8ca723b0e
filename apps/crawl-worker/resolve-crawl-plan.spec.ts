import { type StoredPlan } from '@govcrawler/persistence';
import { ResolveCrawlPlan } from './resolve-crawl-plan.js';

const stored = {
  site: { code: 'a', adapterParams: { page_size: 20 } },
  target: { code: 'a__b' },
  siteFile: null,
  columnId: null,
  parserOverride: null,
  listingComplete: true,
  lastWalkedAt: null,
} as unknown as StoredPlan;
const resolve = (plan: Partial<StoredPlan>) =>
  new ResolveCrawlPlan({ planFor: async () => ({ ...stored, ...plan }) }).resolve('a__b');

describe('ResolveCrawlPlan', () => {
  it('reads a target that no file describes by the operator’s selectors', async () => {
    const list_selector = { row: 'li', href: 'a::attr(href)', title: 'a::text' };
    const plan = await resolve({ parserOverride: { list_selector, params: { sid: '2' } } });
    expect(plan?.plan.column).toEqual({
      listSelectors: list_selector,
      pagination: { type: 'none' },
      detail: {},
      params: { page_size: 20, sid: '2' },
    });
  });

  it('knows no target that is not there', async () => {
    expect(await new ResolveCrawlPlan({ planFor: async () => null }).resolve('nowhere')).toBeNull();
  });
});
