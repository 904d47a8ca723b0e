import { type AgentTool, type ToolOutcome } from '@govcrawler/agents';
import { z } from 'zod';
import { type DateRange, isInRange } from './agent-params.js';
import { showPage } from './show-page.js';
import { addressOf, type BrowsedPage, type Collectable, type SourceBrowser } from './source-browser.js';

/** A document that goes to the pipeline. */
export interface SavedItem extends Collectable {
  /** What the model takes it for: 政策, 通知, 新闻. */
  type: string | null;
}

const item = z.object({
  title: z.string(),
  url: z.string(),
  date: z.string().nullish(),
  type: z.string().nullish(),
  summary: z.string().nullish(),
});
const LONGEST_TYPE = 20;

/**
 * What one section collects. A document counts only if a page of this section offered it, lies in range by the date
 * that the page or its address shows, and was not saved before; title and date are the page's.
 */
export class SectionHarvest {
  readonly saved: SavedItem[] = [];
  private readonly offered = new Map<string, Collectable>();

  constructor(
    private readonly range: DateRange,
    private readonly maxItems: number,
    /** Addresses that this crawl saved, of all sections; grows. */
    private readonly taken: Set<string>,
  ) {}

  get isFull(): boolean {
    return this.saved.length >= this.maxItems;
  }

  offer({ items }: BrowsedPage): void {
    for (const one of items) {
      const address = addressOf(one.url);
      if (address !== null && !this.offered.has(address)) this.offered.set(address, one);
    }
  }

  /** Null: it is taken. */
  save(
    url: string,
    claim: { date?: string | null; type?: string | null },
  ): 'unseen' | 'out_of_range' | 'known' | 'full' | null {
    const address = addressOf(url);
    const found = address === null ? undefined : this.offered.get(address);
    if (address === null || !found) return 'unseen';
    if (this.taken.has(address)) return 'known';
    // What neither page nor address dates is taken at the model's word; its own page will tell the day.
    const date = found.date ?? claim.date ?? null;
    if (date === null || !isInRange(date, this.range)) return 'out_of_range';
    if (this.isFull) return 'full';
    this.taken.add(address);
    this.saved.push({ ...found, type: claim.type?.trim().slice(0, LONGEST_TYPE) || null });
    return null;
  }

  /** Takes what a page offers in range, without a model. */
  saveOffered({ items }: BrowsedPage): number {
    return items.filter(({ url }) => this.save(url, {}) === null).length;
  }
}

const WHY = {
  unseen: '未在浏览过的页面中出现',
  out_of_range: '不在日期范围内',
  known: '已经采集过',
  full: '已达到采集上限',
};

/** The four tools of a section agent. */
export function sectionTools(browser: SourceBrowser, harvest: SectionHarvest): AgentTool[] {
  const saveAll = (items: z.infer<typeof item>[]): ToolOutcome => {
    const refused = new Map<string, number>();
    let saved = 0;
    for (const one of items) {
      const refusal = harvest.save(one.url, one);
      if (refusal === null) saved += 1;
      else refused.set(WHY[refusal], (refused.get(WHY[refusal]) ?? 0) + 1);
    }
    const rest = [...refused].map(([why, count]) => `${count} 条${why}`).join('，');
    const content = `已保存 ${saved} 条${rest ? `；未保存：${rest}` : ''}。累计 ${harvest.saved.length} 条。`;
    return { content, saved, failed: saved === 0 && !refused.has(WHY.known) && !refused.has(WHY.full) };
  };
  return [
    {
      name: 'browse_page',
      description: '浏览一个页面。返回页面内容，末尾是可直接采集的条目（JSON 数组）。',
      parameters: z.object({
        url: z.string().describe('页面完整地址，必须是已浏览页面中出现过的链接'),
        offset: z.int().min(0).max(10_000).nullish().describe('条目较多时，从第几条开始列出'),
      }),
      run: async ({ url, offset }: { url: string; offset?: number | null }) => {
        const result = await browser.browse(url);
        if (!result.ok) return { content: `错误：${result.reason}。`, failed: true };
        harvest.offer(result.page);
        return { content: showPage(result.page, offset ?? 0) };
      },
    },
    {
      name: 'save_results_batch',
      description: '批量保存条目。只能保存浏览过的页面中列出的、日期范围内的条目。',
      parameters: z.object({ items: z.array(item).min(1).max(200) }),
      run: async ({ items }: { items: z.infer<typeof item>[] }) => ({ ...saveAll(items), usesUpPage: true }),
    },
    {
      name: 'save_result',
      description: '保存一个条目。',
      parameters: item,
      run: async (one: z.infer<typeof item>) => saveAll([one]),
    },
    {
      name: 'finish',
      description: '采集完成后调用。',
      parameters: z.object({}),
      run: async () => ({ content: '采集结束。', ends: true }),
    },
  ];
}
