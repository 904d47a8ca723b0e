import { jsonArrayIn, measureCharacters, ModelError, navigationPrompt, RunLimitError } from '@govcrawler/agents';
import { type AgentServices } from '../site-adapter.js';
import { showHomePage } from './show-page.js';
import { addressOf, type BrowsedPage, type SourceBrowser } from './source-browser.js';

export interface Section {
  name: string;
  url: string;
}

export interface Navigation {
  sections: Section[];
  /** Why the model's answer was not used; null when it was. */
  fallback: string | null;
}

const BUDGET = 20_000;
const ANSWER_TOKENS = 2_000;
const LONGEST_NAME = 50;

/**
 * Phase 1a: asks once which links of the home page lead to the wanted columns; the page is forgotten afterwards.
 * Without a usable answer, links that are named like the wanted columns; without any, the home page itself.
 */
export async function navigateHome(
  { calls, signal }: AgentServices & { signal: AbortSignal },
  browser: SourceBrowser,
  source: { name: string; url: string; focusAreas: readonly string[]; maxSections: number },
  home: BrowsedPage,
): Promise<Navigation> {
  const byName = (fallback: string): Navigation => {
    const named = home.columns.filter(({ name }) => source.focusAreas.some((area) => name.includes(area)));
    const sections = unique(named).slice(0, source.maxSections);
    return { sections: sections.length > 0 ? sections : [{ name: source.name, url: source.url }], fallback };
  };
  try {
    const answer = await calls.call('navigate', BUDGET, {
      messages: fittingTalk(source, showHomePage(home)),
      maxTokens: ANSWER_TOKENS,
      signal,
    });
    const named = jsonArrayIn(answer.text);
    if (named === null) return byName('the answer is no JSON list');
    const sections = unique(named.flatMap(sectionOf).filter(({ url }) => browser.mayVisit(url)));
    if (sections.length === 0) return byName('no link of the answer stands on the page');
    return { sections: sections.slice(0, source.maxSections), fallback: null };
  } catch (error) {
    if (error instanceof ModelError && !signal.aborted) return byName(`${error.failure}: ${error.message}`);
    if (error instanceof RunLimitError) return byName(error.message);
    throw error;
  }
}

function fittingTalk(source: Parameters<typeof navigationPrompt>[0], page: string) {
  for (let text = page; ; text = text.slice(Math.floor(text.length * 0.2))) {
    const { system, user } = navigationPrompt(source, text);
    const messages = [
      { role: 'system' as const, content: system },
      { role: 'user' as const, content: user },
    ];
    if (measureCharacters(messages) <= BUDGET) return messages;
  }
}

function sectionOf(entry: unknown): Section[] {
  if (typeof entry !== 'object' || entry === null) return [];
  const { name, url } = entry as Record<string, unknown>;
  const address = typeof url === 'string' ? addressOf(url) : null;
  if (address === null) return [];
  return [
    {
      name: (typeof name === 'string' ? name.replace(/\s+/g, ' ') : '').slice(0, LONGEST_NAME) || address,
      url: address,
    },
  ];
}

function unique(sections: readonly Section[]): Section[] {
  const seen = new Set<string>();
  return sections.filter(({ url }) => !seen.has(url) && seen.add(url));
}
