import { cutText, measureCharacters } from '../context/measure.js';
import { type ChatMessage, ModelError } from '../model/chat-model.js';
import { type ModelCalls } from '../model/model-calls.js';
import { summaryPrompt, SUMMARY_TEXT_CHARACTERS } from '../prompts.js';

/** Of a whole call: the text, the prompt around it, and what JSON adds to both. */
export const SUMMARY_BUDGET = 8_000;
const SUMMARY_TOKENS = 1_000;
const LEAST_SUMMARY = 20;
/** More is no summary. */
const LONGEST_SUMMARY = 600;
const LEAST_TEXT = 30;
const LONGEST_TITLE = 300;
const TRIES = 2;
const LOAD_FAILED = /^\s*(?:页面加载失败|页面不存在|您访问的页面)/;

export type SummaryOutcome =
  | { kind: 'summarised'; summary: string }
  /** There is nothing to summarise. */
  | { kind: 'no_text' }
  | { kind: 'failed'; reason: string };

/** Summarises one document in a talk of its own; one further try. Rejects only with RunLimitError. */
export async function summarizeDocument(
  calls: ModelCalls,
  document: { title: string; text: string },
  signal: AbortSignal,
): Promise<SummaryOutcome> {
  const text = document.text.trim();
  if (text.length < LEAST_TEXT || LOAD_FAILED.test(text)) return { kind: 'no_text' };
  const title = cutText(document.title, LONGEST_TITLE);
  const messages = fittingTalk(title, text);
  let reason = '';
  for (let attempt = 0; attempt < TRIES && !signal.aborted; attempt++) {
    try {
      const answer = await calls.call('summary', SUMMARY_BUDGET, {
        messages,
        maxTokens: SUMMARY_TOKENS,
        signal,
      });
      const summary = readSummary(answer.text, title);
      if (summary !== null) return { kind: 'summarised', summary };
      reason = 'no valid summary';
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      reason = `${error.failure}: ${error.message}`;
    }
  }
  return { kind: 'failed', reason: signal.aborted ? 'cancelled' : reason };
}

/** Quotation marks and line breaks count double once they are sent: a text full of them is cut earlier. */
function fittingTalk(title: string, text: string): ChatMessage[] {
  for (let characters = SUMMARY_TEXT_CHARACTERS; ; characters = Math.floor(characters * 0.8)) {
    const { system, user } = summaryPrompt(title, cutText(text, characters));
    const messages: ChatMessage[] = [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ];
    if (measureCharacters(messages) <= SUMMARY_BUDGET) return messages;
  }
}

/** A summary that says something: not empty, not the title, more than 20 characters; null otherwise. */
export function readSummary(answer: string, title: string): string | null {
  const summary = answer
    .replace(/^\s*(?:摘要|总结|概要)\s*[:：]\s*/, '')
    .replace(/\s+/g, ' ')
    .trim();
  const bare = (text: string) => text.replace(/[\s《》“”"。.]/g, '');
  if (summary.length <= LEAST_SUMMARY || summary.length > LONGEST_SUMMARY || bare(summary) === bare(title)) return null;
  return summary;
}
