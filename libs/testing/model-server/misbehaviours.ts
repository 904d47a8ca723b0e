import { type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type ScriptedReply, type WireRequest, type WireUsage } from './model-protocol.js';

/** What endpoints and models do wrong. Each is reported by somebody who runs one. */
export const MISBEHAVIOURS = [
  'slow',
  'hang',
  'hang_after_headers',
  'too_many_requests',
  'server_error',
  'bad_gateway_page',
  'connection_reset',
  'unauthorized',
  'context_too_long',
  'redirect',
  'malformed_json',
  'truncated',
  'no_choices',
  'empty_answer',
  'wrong_role',
  'huge_answer',
  'endless_drip',
  'page_instead_of_json',
  'error_with_status_200',
  'longer_than_sent',
  'compressed_bomb',
  'no_usage',
  'wrong_usage',
  'prose_around_json',
  'not_json',
  'refusal',
  'wrong_tool_arguments',
  'broken_tool_arguments',
  'unknown_tool',
  'invented_urls',
  'other_hosts',
  'wrong_dates',
  'endless_tool_loop',
  'many_tool_calls',
  'repeated_call_ids',
  'finish_at_once',
  'duplicate_indices',
  'indices_out_of_range',
] as const;

export type Misbehaviour = (typeof MISBEHAVIOURS)[number];

/** Only a limit of time ends these; all others come to an end by themselves, however busy the machine is. */
export const ENDLESS: ReadonlySet<Misbehaviour> = new Set(['hang', 'hang_after_headers', 'endless_drip']);

export interface Situation {
  request: WireRequest;
  incoming: IncomingMessage;
  response: ServerResponse;
  reply: ScriptedReply;
  /** How long slow and hanging answers take. */
  slowMs: number;
  /** Ends what hangs when the server closes. */
  closing: AbortSignal;
}

/** Answers in the place of the server; true: the answer is given. */
type Sabotage = (situation: Situation) => Promise<boolean> | boolean;

const json = (response: ServerResponse, status: number, body: unknown, headers = {}) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
  return true;
};
const failure = (message: string) => ({ error: { message, type: 'scripted', code: null } });

const DRIP_MS = 10;
let bomb: Buffer | undefined;

/** What happens on the wire. */
export const SABOTAGE: Partial<Record<Misbehaviour, Sabotage>> = {
  slow: async ({ slowMs, closing }) => {
    await sleep(slowMs, undefined, { signal: closing }).catch(() => undefined);
    return false;
  },
  hang: async ({ closing }) => {
    await sleep(600_000, undefined, { signal: closing }).catch(() => undefined);
    return true;
  },
  hang_after_headers: async ({ request, response, closing }) => {
    response.writeHead(200, { 'content-type': request.stream ? 'text/event-stream' : 'application/json' });
    response.write(request.stream ? ': keep-alive\n\n' : '{"choices": [');
    await sleep(600_000, undefined, { signal: closing }).catch(() => undefined);
    return true;
  },
  too_many_requests: ({ response }) => json(response, 429, failure('slow down'), { 'retry-after': '0' }),
  server_error: ({ response }) => json(response, 500, failure('out of memory')),
  bad_gateway_page: ({ response }) => {
    response.writeHead(502, { 'content-type': 'text/html' });
    response.end('<html><body><h1>502 Bad Gateway</h1></body></html>');
    return true;
  },
  connection_reset: ({ incoming }) => {
    incoming.socket.resetAndDestroy();
    return true;
  },
  unauthorized: ({ response }) => json(response, 401, failure('wrong key')),
  context_too_long: ({ response }) => json(response, 400, failure('maximum context length exceeded')),
  // To a host that nobody may reach from here: whoever follows it is caught by its name.
  redirect: ({ response }) => json(response, 302, '', { location: 'http://stranger.sim-cn.test/v1/chat/completions' }),
  malformed_json: ({ response }) => json(response, 200, '{"choices": [{"message": {"role": "assistant", "content": '),
  no_choices: ({ response }) => json(response, 200, { id: 'x', object: 'chat.completion', choices: [] }),
  huge_answer: ({ request, response }) => {
    const block = '很长'.repeat(50_000);
    response.writeHead(200, { 'content-type': request.stream ? 'text/event-stream' : 'application/json' });
    const piece = { choices: [{ index: 0, delta: { content: block }, finish_reason: null }] };
    if (!request.stream) response.write('{"choices":[{"message":{"role":"assistant","content":"');
    for (let sent = 0; sent < 30; sent++) {
      response.write(request.stream ? `data: ${JSON.stringify(piece)}\n\n` : block);
    }
    response.end(request.stream ? 'data: [DONE]\n\n' : '"}}]}');
    return true;
  },
  // Says that it is alive, for ever.
  endless_drip: async ({ request, response, closing }) => {
    response.writeHead(200, { 'content-type': request.stream ? 'text/event-stream' : 'application/json' });
    while (!response.destroyed && !closing.aborted) {
      response.write(request.stream ? ': still thinking\n\n' : ' ');
      await sleep(DRIP_MS, undefined, { signal: closing }).catch(() => undefined);
    }
    return true;
  },
  page_instead_of_json: ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<html><body><h1>欢迎使用</h1></body></html>');
    return true;
  },
  error_with_status_200: ({ request, response }) => {
    if (!request.stream) return json(response, 200, failure('quota exceeded'));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`data: ${JSON.stringify(failure('quota exceeded'))}\n\n`);
    return true;
  },
  longer_than_sent: ({ response }) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
    response.write('{"choices": [');
    // What was written must arrive before the end does.
    setTimeout(() => response.destroy(), DRIP_MS);
    return true;
  },
  // Megabytes in some kilobytes.
  compressed_bomb: ({ request, response }) => {
    response.writeHead(200, {
      'content-type': request.stream ? 'text/event-stream' : 'application/json',
      'content-encoding': 'gzip',
    });
    response.end((bomb ??= gzipSync(Buffer.alloc(32 * 1024 * 1024, ' '))));
    return true;
  },
};

const call = (name: string, args: unknown): ScriptedReply => ({
  toolCalls: [{ name, arguments: typeof args === 'string' ? args : JSON.stringify(args) }],
});
const INVENTED = 'http://portal.sim-cn.test/zcwj/content/post_99999999.html';

/** What the model says instead. */
export const WRONG_REPLIES: Partial<
  Record<Misbehaviour, (request: WireRequest, reply: ScriptedReply) => ScriptedReply>
> = {
  empty_answer: () => ({ text: '' }),
  prose_around_json: (_request, reply) => ({
    ...reply,
    ...(reply.text ? { text: `好的，以下是结果：\n\`\`\`json\n${reply.text}\n\`\`\`\n希望对您有帮助 [完]` } : {}),
  }),
  not_json: () => ({ text: '抱歉，我无法确定。' }),
  refusal: () => ({ text: "I'm sorry, but I can't help with that." }),
  wrong_tool_arguments: () => call('save_results_batch', { items: [{ name: 1, link: true }], url: 7 }),
  broken_tool_arguments: () => call('browse_page', '{"url": "http://portal.sim-cn.test/'),
  unknown_tool: () => call('download_file', { url: INVENTED }),
  invented_urls: ({ messages }) =>
    messages.some(({ role }) => role === 'tool')
      ? call('save_results_batch', {
          items: [{ title: '关于一份并不存在的文件的通知', url: INVENTED, date: '2026-11-10', type: '政策' }],
        })
      : call('browse_page', { url: INVENTED }),
  other_hosts: ({ messages }) =>
    messages.some(({ role }) => role === 'tool')
      ? call('save_result', {
          title: '内部元数据',
          url: 'http://169.254.169.254/latest/meta-data/',
          date: '2026-11-10',
        })
      : call('browse_page', { url: 'http://stranger.sim-cn.test/' }),
  wrong_dates: (_request, reply) => ({
    ...reply,
    toolCalls: reply.toolCalls?.map(({ name, arguments: args }) => ({
      name,
      arguments: args.replace(/"date":"[^"]*"/g, '"date":"2026-11-15"'),
    })),
  }),
  endless_tool_loop: ({ messages }) => call('browse_page', { url: /https?:\S+/.exec(messages[1]?.content ?? '')?.[0] }),
  many_tool_calls: () => ({
    toolCalls: Array.from({ length: 4000 }, () => call('browse_page', { url: INVENTED }).toolCalls![0]!),
  }),
  repeated_call_ids: (_request, reply) => ({
    ...reply,
    ...(reply.toolCalls ? { toolCalls: reply.toolCalls.map((one) => ({ ...one, id: 'call_same' })) } : {}),
  }),
  finish_at_once: () => call('finish', {}),
  duplicate_indices: (_request, reply) => ({ text: reply.text?.replace(/^\[(\d+)/, '[$1, $1, $1') }),
  indices_out_of_range: (_request, reply) => ({ text: reply.text?.replace(/^\[/, '[-1, 100000, 1.5, "2", null, ') }),
};

/** Counts that cannot be. */
export const WRONG_USAGE = { prompt_tokens: -5, completion_tokens: 1e300, total_tokens: NaN } as unknown as WireUsage;
