import { cutText, measureCharacters } from '../context/measure.js';
import { ModelError } from '../model/chat-model.js';
import { type ModelCalls } from '../model/model-calls.js';
import { RunLimitError } from '../model/run-ledger.js';
import { rankingPrompt } from '../prompts.js';
import { jsonArrayIn } from './json-in-text.js';

export interface RankedItem {
  title: string;
  /** YYYY-MM-DD */
  date: string | null;
  type: string | null;
  summary: string | null;
}

export interface Ranking {
  /** Every index of the items exactly once. */
  order: number[];
  by: 'model' | 'date';
  /** Why it is the order of dates. */
  reason: string | null;
  /** Items that the model left out or did not see; they follow in the order of dates. */
  appended: number;
}

export const RANKING_BUDGET = 20_000;
const SNIPPET = 80;
const LONGEST_TITLE = 120;
const TOKENS_PER_ITEM = 8;

/** Orders items by importance; without a usable answer, the newest first. Never rejects. */
export async function rankItems(
  calls: ModelCalls,
  items: readonly RankedItem[],
  signal: AbortSignal,
): Promise<Ranking> {
  const dated = byDate(items);
  const fallback = (reason: string): Ranking => ({ order: dated, by: 'date', reason, appended: 0 });
  if (items.length < 2) return { order: dated, by: 'date', reason: null, appended: 0 };
  // What does not fit is the oldest, and goes to the end.
  const shown = fitting(items, dated);
  try {
    const answer = await calls.call('ranking', RANKING_BUDGET, {
      messages: talk(items, shown, true) ?? talk(items, shown, false)!,
      maxTokens: 200 + TOKENS_PER_ITEM * shown.length,
      signal,
    });
    const ranked = readRanking(answer.text, shown.length);
    if (ranked === null) return fallback('the answer is no list of numbers');
    const order = ranked.map((number) => shown[number]!);
    const seen = new Set(order);
    const rest = dated.filter((index) => !seen.has(index));
    return { order: [...order, ...rest], by: 'model', reason: null, appended: rest.length };
  } catch (error) {
    if (error instanceof ModelError) return fallback(`${error.failure}: ${error.message}`);
    if (error instanceof RunLimitError) return fallback(error.message);
    throw error;
  }
}

/** Whole numbers in range, each once; null when not one number of the answer is usable. */
export function readRanking(answer: string, count: number): number[] | null {
  const numbers = jsonArrayIn(answer);
  if (numbers === null) return null;
  const usable = numbers.filter(
    (one): one is number => Number.isInteger(one) && Number(one) >= 0 && Number(one) < count,
  );
  return usable.length === 0 ? null : [...new Set(usable)];
}

/** Newest first; what has no date comes last. */
export function byDate(items: readonly RankedItem[]): number[] {
  return items
    .map((_, index) => index)
    .sort((a, b) => (items[b]!.date ?? '').localeCompare(items[a]!.date ?? '') || a - b);
}

function fitting(items: readonly RankedItem[], dated: readonly number[]): number[] {
  let count = dated.length;
  while (count > 1 && talk(items, dated.slice(0, count), false) === null) count = Math.floor(count * 0.9);
  return dated.slice(0, count);
}

function talk(items: readonly RankedItem[], shown: readonly number[], withSummaries: boolean) {
  const lines = shown.map((index, number) => {
    const { title, date, type, summary } = items[index]!;
    const snippet = withSummaries && summary ? ` — ${cutText(summary, SNIPPET)}` : '';
    return oneLine(
      `[${number}] [${type ?? '其他'}] ${date ?? '日期不详'} | ${cutText(title, LONGEST_TITLE)}${snippet}`,
    );
  });
  const { system, user } = rankingPrompt(lines);
  const messages = [
    { role: 'system' as const, content: system },
    { role: 'user' as const, content: user },
  ];
  return measureCharacters(messages) <= RANKING_BUDGET ? messages : null;
}

/** A title with line breaks could pretend to be further items. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
