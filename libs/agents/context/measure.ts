import { type ChatMessage, type ToolDefinition } from '../model/chat-model.js';

/** Characters of a request as they are sent: messages and tools in JSON. */
export function measureCharacters(messages: readonly ChatMessage[], tools: readonly ToolDefinition[] = []): number {
  return JSON.stringify(messages).length + (tools.length > 0 ? JSON.stringify(tools).length : 0);
}

/** The beginning of a text, without half a surrogate pair at its end. */
export function cutText(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const cut = text.slice(0, Math.max(0, characters));
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}
