/** A tool call as the protocol writes it; the arguments are JSON in a string, or whatever the model took for it. */
export interface ToolCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
}

/** Messages in the words of the protocol: what is measured here is exactly what is sent. */
export type ChatMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string | null; tool_calls?: ToolCall[] }
  | { role: 'tool'; tool_call_id: string; content: string };

export interface ToolDefinition {
  type: 'function';
  function: { name: string; description: string; parameters: Record<string, unknown> };
}

export interface ChatRequest {
  messages: readonly ChatMessage[];
  tools?: readonly ToolDefinition[];
  /** Most tokens that the answer may have. */
  maxTokens: number;
  signal: AbortSignal;
}

export interface TokenUsage {
  promptTokens: number;
  completionTokens: number;
}

export interface ChatAnswer {
  text: string;
  toolCalls: ToolCall[];
  /** As the endpoint counted; null when it said nothing that can be believed. */
  usage: TokenUsage | null;
}

export type ModelFailure =
  'timeout' | 'throttled' | 'server_error' | 'refused' | 'unreachable' | 'malformed' | 'too_large' | 'aborted';

/** The endpoint gave no usable answer. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  constructor(
    readonly failure: ModelFailure,
    message: string,
    /** What the endpoint counted for the answer that could not be used. */
    readonly usage: TokenUsage | null = null,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

/** A language model behind an endpoint. Rejects with ModelError, and with nothing else that it expects. */
export abstract class ChatModel {
  abstract complete(request: ChatRequest): Promise<ChatAnswer>;
}
