import { type ChatMessage, type ToolDefinition } from '../model/chat-model.js';
import { cutText, measureCharacters } from './measure.js';

/** A tool result of more characters is worth replacing once it was used. */
const LONG_RESULT = 2000;
const LEFT_OUT = '[较早的工具结果已省略以节省上下文]';
const CUT_MARK = '\n[内容过长，其余已省略]';
/** Less of a tool result says nothing. */
const LEAST_RESULT = 200;

/** After results were saved, the page they came from is of no use any more: the last long result becomes one line. */
export function pruneUsedPage(messages: ChatMessage[], saved: number): void {
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index]!;
    if (message.role !== 'tool' || message.content.length <= LONG_RESULT) continue;
    messages[index] = { ...message, content: `[已处理该页面，提取了${saved}条结果，原始内容已省略以节省上下文]` };
    return;
  }
}

/** What was handed to a saving tool is saved: in the talk its arguments become a count. */
export function pruneSavedArguments(messages: ChatMessage[], callId: string, saved: number): void {
  messages.forEach((message, index) => {
    if (message.role !== 'assistant' || !message.tool_calls?.some(({ id }) => id === callId)) return;
    const tool_calls = message.tool_calls.map((call) =>
      call.id === callId
        ? { ...call, function: { ...call.function, arguments: JSON.stringify({ saved_items: saved }) } }
        : call,
    );
    messages[index] = { ...message, tool_calls };
  });
}

/**
 * Makes the talk fit its budget before a call: old tool results shrink first, then old arguments, then the newest
 * result loses its middle (its end holds the list of items). False: it does not fit even so.
 */
export function fitBudget(messages: ChatMessage[], tools: readonly ToolDefinition[], budget: number): boolean {
  const fits = () => measureCharacters(messages, tools) <= budget;
  if (fits()) return true;
  const newest = messages.findLastIndex(({ role }) => role === 'tool');
  for (let index = 0; index < messages.length; index++) {
    const message = messages[index]!;
    if (message.role === 'tool' && index !== newest && message.content.length > LEFT_OUT.length) {
      messages[index] = { ...message, content: LEFT_OUT };
    } else if (message.role === 'assistant' && index < newest) messages[index] = shortened(message);
    if (fits()) return true;
  }
  const last = messages[newest];
  if (last?.role !== 'tool') return false;
  const whole = last.content;
  for (let keep = whole.length; keep >= LEAST_RESULT; keep = Math.floor(keep * 0.8)) {
    messages[newest] = { ...last, content: withoutMiddle(whole, keep) };
    if (fits()) return true;
  }
  return false;
}

function shortened(message: Extract<ChatMessage, { role: 'assistant' }>): ChatMessage {
  const content = message.content === null ? null : cutText(message.content, LEAST_RESULT);
  if (!message.tool_calls) return { ...message, content };
  const tool_calls = message.tool_calls.map((call) =>
    call.function.arguments.length > LEAST_RESULT ? { ...call, function: { ...call.function, arguments: '{}' } } : call,
  );
  return { ...message, content, tool_calls };
}

function withoutMiddle(text: string, keep: number): string {
  const tail = Math.floor(keep * 0.7);
  return `${cutText(text, keep - tail)}${CUT_MARK}\n${text.slice(-tail)}`;
}
