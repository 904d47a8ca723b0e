import { type ModelCalls } from '@govcrawler/agents';
import {
  type CrawlItem,
  type CrawlPlan,
  type DetailFields,
  type DetailSelectors,
  type FetchFailure,
  type ListSelectors,
  type Pace,
  type PageFetcher,
  type RunUsage,
} from '@govcrawler/contracts';
import { type z } from 'zod';

/** How far the agents of a crawl are. */
export interface AgentCrawlProgress {
  phase: 'navigate' | 'section';
  section: string | null;
  sectionNo: number;
  sections: number;
  saved: number;
  usage: RunUsage;
}

/** What an adapter that works with a language model is handed besides. */
export interface AgentServices {
  calls: ModelCalls;
  onProgress(progress: AgentCrawlProgress): void;
  /** Something did not go as planned, and the crawl goes on. */
  onNote(note: string): void;
}

/** What an adapter is handed for one crawl of one target. */
export interface AdapterContext {
  plan: CrawlPlan;
  /** The only way to the outside: adapters never open a connection themselves. */
  fetcher: PageFetcher;
  pace: Pace;
  now: () => Date;
  signal: AbortSignal;
  /** Only where a model is configured. */
  agents?: AgentServices;
}

/** One step through a list. After `failed` the list cannot be read on and the generator ends. */
export type ListStep =
  | {
      kind: 'page';
      pageNo: number;
      url: string;
      items: CrawlItem[];
      totalPages: number | null;
      /** The publisher asks not to be asked again within so many seconds. */
      freshForSec?: number | null;
    }
  | { kind: 'failed'; pageNo: number; url: string; failure: FetchFailure };

/**
 * How a list ended: `whole` when its pages were read without a gap from the first to the last. `partial` when it was
 * cut off by a limit or failed, or when the site ended it earlier than it said.
 */
export type ListEnd = 'whole' | 'partial';

/** A page as text, with the address that answered. */
export interface PageText {
  html: string;
  url: string;
}

/** What a try-out of one target showed, for the console's wizard and the command line. */
export interface ProbeReport {
  /** Address of the list request that was made, null when none could be made. */
  listUrl: string | null;
  totalPages: number | null;
  itemCount: number;
  /** The first few items. */
  items: CrawlItem[];
  detailUrl: string | null;
  detail: DetailFields | null;
  /** What a person should look at before switching the target on; empty when all is well. */
  problems: string[];
}

/** How one kind of site is read: lists become CrawlItems, pages become DetailFields. */
export interface SiteAdapter {
  /** The word that site files and crawl_site.cms_adapter use. */
  readonly id: string;
  /** Name shown to Chinese-speaking operators. */
  readonly title: string;
  /** Interval for targets that set none; null leaves it to the host default. */
  readonly defaultIntervalSec: number | null;
  /** Checks adapter_params overlaid by a column's params; unknown keys are refused. */
  readonly paramsSchema: z.ZodType;
  /** It works with a language model, which not every installation has. */
  readonly needsModel?: boolean;
  /** One crawl goes through several lists: a known row ends none but its own. */
  readonly readsSeveralLists?: boolean;
  /** Used where a column says nothing. */
  readonly defaultSelectors: { list: ListSelectors | null; detail: DetailSelectors };
  /**
   * Walks the list, newest first as the site orders it. One page is fetched per pull, so a caller that stops pulling
   * stops the requests. Throws ConfigError for wrong parameters and SiteChangedError for an answer it cannot read.
   */
  list(context: AdapterContext): AsyncGenerator<ListStep, ListEnd, undefined>;
  /** Reads a document; also takes an item's own `bodyHtml` as the page. Never throws for a page. */
  parseDetail(page: PageText, item: CrawlItem, plan: CrawlPlan, now: Date): DetailFields;
  /** Reads the first list page and one document, and says what looks wrong. */
  probe(context: AdapterContext): Promise<ProbeReport>;
}
