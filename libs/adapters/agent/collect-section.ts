import { type AgentEnd, buildSectionPrompt, runAgent } from '@govcrawler/agents';
import { type FetchFailure } from '@govcrawler/contracts';
import { type AgentServices } from '../site-adapter.js';
import { type AgentParams, type DateRange } from './agent-params.js';
import { type Section } from './navigate-home.js';
import { SectionHarvest, type SavedItem, sectionTools } from './section-tools.js';
import { type BrowsedPage, type SourceBrowser } from './source-browser.js';

export interface SectionOutcome {
  items: SavedItem[];
  endedBy: AgentEnd;
  /** Why code went on where the agent did not; null when the agent did it all. */
  fallback: string | null;
  /** The section's page could not be read. */
  failure: FetchFailure | null;
}

interface SectionWork {
  agents: AgentServices;
  signal: AbortSignal;
  browser: SourceBrowser;
  section: Section;
  range: DateRange;
  params: AgentParams;
  taken: Set<string>;
  onSaved: (saved: number, turn: number) => void;
}

const MAX_LIST_PAGES = 30;
/** Prompts name the addresses of other sections; many more are of no use to a model. */
const NAMED_URLS = 200;

/**
 * Phase 1b: one agent with a clean context collects one section. Where it fails or brings nothing although the list
 * shows documents in range, the rows of the list are taken as they are: a model that is away loses no document.
 */
export async function collectSection(work: SectionWork): Promise<SectionOutcome> {
  const { agents, signal, browser, section, range, params, taken, onSaved } = work;
  const harvest = new SectionHarvest(range, params.max_items, taken);
  const prompt = buildSectionPrompt({
    ...section,
    dateFrom: range.from,
    dateTo: range.to,
    maxItems: params.max_items,
    existingUrls: [...taken].slice(-NAMED_URLS),
  });
  const result = await runAgent({
    calls: agents.calls,
    phase: 'section',
    systemPrompt: prompt.system,
    userMessage: prompt.user,
    tools: sectionTools(browser, harvest),
    maxTurns: params.max_turns,
    enablePruning: true,
    onProgress: ({ saved, turn }) => onSaved(saved, turn),
    signal,
  });
  const done = (fallback: string | null, failure: FetchFailure | null = null): SectionOutcome => ({
    items: harvest.saved,
    endedBy: result.endedBy,
    fallback,
    failure,
  });
  if (signal.aborted) return done(null);
  const isDone = (result.endedBy === 'finished' || result.endedBy === 'silent') && harvest.saved.length > 0;
  if (isDone) return done(null);
  const { saved, failure } = await readList(browser, section.url, harvest, range, signal);
  const why = result.error ?? (saved > 0 ? 'the agent ended without results' : null);
  return done(why, failure);
}

async function readList(
  browser: SourceBrowser,
  firstUrl: string,
  harvest: SectionHarvest,
  range: DateRange,
  signal: AbortSignal,
): Promise<{ saved: number; failure: FetchFailure | null }> {
  let saved = 0;
  let next: string | null = firstUrl;
  for (let pages = 0; next !== null && pages < MAX_LIST_PAGES && !harvest.isFull && !signal.aborted; pages++) {
    const result = await browser.browse(next);
    if (!result.ok) return { saved, failure: pages === 0 ? result.failure : null };
    harvest.offer(result.page);
    saved += harvest.saveOffered(result.page);
    next = isPast(result.page, range) ? null : result.page.nextUrl;
  }
  return { saved, failure: null };
}

/** Lists begin with the newest: past the range nothing more is to be found. */
function isPast({ items }: BrowsedPage, range: DateRange): boolean {
  const dates = items.flatMap(({ date }) => date ?? []);
  return dates.length === 0 || dates.every((date) => date < range.from);
}
