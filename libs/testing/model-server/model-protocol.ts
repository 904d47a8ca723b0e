/** A tool call of a scripted answer. */
export interface ScriptedToolCall {
  name: string;
  /** Sent as it is: a text that is no JSON is one of the things models do. */
  arguments: string;
  /** Its place where it is left out. */
  id?: string;
}

/** What a scripted model says. */
export interface ScriptedReply {
  text?: string;
  toolCalls?: ScriptedToolCall[];
}

export interface WireMessage {
  role: string;
  content: string | null;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
}

/** The body of POST /v1/chat/completions as it came. */
export interface WireRequest {
  model: string;
  messages: WireMessage[];
  tools?: { function: { name: string } }[];
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
  max_tokens?: number;
}

export type ModelPhase = 'navigate' | 'section' | 'summary' | 'ranking' | 'selectors' | 'other';

/** Which of the platform's prompts a request carries, by the role that its system prompt gives the model. */
export function phaseOf({ messages }: WireRequest): ModelPhase {
  const system = messages[0]?.content ?? '';
  if (system.includes('网页结构分析专家')) return 'navigate';
  if (system.includes('政策信息采集助手')) return 'section';
  if (system.includes('政策情报分析师')) return 'summary';
  if (system.includes('高级政策顾问')) return 'ranking';
  if (system.includes('CSS 选择器专家')) return 'selectors';
  return 'other';
}

/** Characters of messages and tools as they were received. */
export function receivedCharacters({ messages, tools }: WireRequest): number {
  return JSON.stringify(messages).length + (tools ? JSON.stringify(tools).length : 0);
}

export interface WireUsage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
}

/** The server's own way of counting; what matters is that everybody counts what it told. */
export function countTokens(request: WireRequest, reply: ScriptedReply): WireUsage {
  const prompt_tokens = Math.ceil(receivedCharacters(request) / 2);
  const said = (reply.text ?? '') + (reply.toolCalls ?? []).map((call) => call.name + call.arguments).join('');
  const completion_tokens = Math.ceil(said.length / 2) + 1;
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

const NAMES = { id: 'chatcmpl-scripted', created: 1_767_225_600, model: 'scripted' };

/** An answer in one piece. */
export function wholeAnswer(
  reply: ScriptedReply,
  usage: WireUsage | null,
  role = 'assistant',
): Record<string, unknown> {
  const tool_calls = reply.toolCalls?.map((call, index) => ({
    id: call.id ?? `call_${index}`,
    type: 'function',
    function: { name: call.name, arguments: call.arguments },
  }));
  return {
    ...NAMES,
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: { role, content: reply.text ?? null, ...(tool_calls ? { tool_calls } : {}) },
        finish_reason: tool_calls ? 'tool_calls' : 'stop',
      },
    ],
    ...(usage ? { usage } : {}),
  };
}

const PIECE = 40;

/** The same answer in pieces, as server-sent events; texts and arguments are cut anywhere. */
export function* answerPieces(reply: ScriptedReply, usage: WireUsage | null, role = 'assistant'): Generator<string> {
  const chunk = (choices: unknown[], more = {}) =>
    `data: ${JSON.stringify({ ...NAMES, object: 'chat.completion.chunk', choices, ...more })}\n\n`;
  const delta = (content: object, finish_reason: string | null = null) =>
    chunk([{ index: 0, delta: content, finish_reason }]);
  yield delta({ role, content: '' });
  for (const piece of pieces(reply.text ?? '')) yield delta({ content: piece });
  for (const [index, call] of (reply.toolCalls ?? []).entries()) {
    const begin = {
      index,
      id: call.id ?? `call_${index}`,
      type: 'function',
      function: { name: call.name, arguments: '' },
    };
    yield delta({ tool_calls: [begin] });
    for (const piece of pieces(call.arguments))
      yield delta({ tool_calls: [{ index, function: { arguments: piece } }] });
  }
  yield delta({}, reply.toolCalls ? 'tool_calls' : 'stop');
  if (usage) yield chunk([], { usage });
  yield 'data: [DONE]\n\n';
}

function* pieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PIECE) yield text.slice(at, at + PIECE);
}
