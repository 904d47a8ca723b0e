import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { diligentModel } from './diligent-model.js';
import { type Misbehaviour, SABOTAGE, WRONG_REPLIES, WRONG_USAGE } from './misbehaviours.js';
import {
  answerPieces,
  countTokens,
  type ModelPhase,
  phaseOf,
  receivedCharacters,
  type ScriptedReply,
  wholeAnswer,
  type WireRequest,
} from './model-protocol.js';

/** A call as the server saw it. */
export interface ReceivedCall {
  phase: ModelPhase;
  body: WireRequest;
  authorization: string | null;
  characters: number;
  misbehaviour: Misbehaviour | null;
}

export interface MisbehaviourPlan {
  kind: Misbehaviour;
  /** In which phases; in all when it is left out. */
  phase?: ModelPhase;
  /** How often; always when it is left out. */
  times?: number;
}

export interface ModelServerOptions {
  /** What the model says when nothing goes wrong. */
  scenario?: (request: WireRequest) => ScriptedReply;
  /** How long slow answers take. */
  slowMs?: number;
}

/** Starts a scripted language model on a loopback port of its own. */
export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const server = new ModelServer(options);
  await server.listen();
  return server;
}

/** Speaks the protocol of chat completions, follows a scenario, remembers every call, and goes wrong on demand. */
export class ModelServer {
  readonly calls: ReceivedCall[] = [];
  /** What this server told its callers that it counted. */
  readonly told = { promptTokens: 0, completionTokens: 0 };
  scenario: (request: WireRequest) => ScriptedReply;
  private plans: (MisbehaviourPlan & { left: number })[] = [];
  private readonly server: Server;
  private readonly closing = new AbortController();

  constructor(private readonly options: ModelServerOptions) {
    this.scenario = options.scenario ?? diligentModel;
    this.server = createServer((incoming, response) => void this.serve(incoming, response));
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(0, '127.0.0.1', resolve);
    });
  }

  /** The address for MODEL_BASE_URL. */
  get baseUrl(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  /** From now on these go wrong; nothing else does. */
  misbehave(...plans: MisbehaviourPlan[]): void {
    this.plans = plans.map((plan) => ({ ...plan, left: plan.times ?? Infinity }));
  }

  /** Forgets calls, counts and misbehaviours. */
  reset(): void {
    this.calls.length = 0;
    this.told.promptTokens = 0;
    this.told.completionTokens = 0;
    this.plans = [];
  }

  async close(): Promise<void> {
    this.closing.abort();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readJson(incoming);
    if (incoming.method !== 'POST' || incoming.url !== '/v1/chat/completions' || body === null) {
      response.writeHead(404).end();
      return;
    }
    const phase = phaseOf(body);
    const misbehaviour = this.strike(phase);
    const authorization = incoming.headers.authorization ?? null;
    this.calls.push({ phase, body, authorization, characters: receivedCharacters(body), misbehaviour });
    try {
      await this.answer(body, misbehaviour, incoming, response);
    } catch (error) {
      // A mistake of the scenario must show in the test that meets it.
      response.writeHead(500, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: `scripted model: ${String(error)}` } }));
    }
  }

  private async answer(
    request: WireRequest,
    misbehaviour: Misbehaviour | null,
    incoming: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const honest = this.scenario(request);
    const wrong = misbehaviour && WRONG_REPLIES[misbehaviour];
    const reply = wrong ? wrong(request, honest) : honest;
    const { slowMs = 300 } = this.options;
    const sabotage = misbehaviour && SABOTAGE[misbehaviour];
    const situation = { request, incoming, response, reply, slowMs, closing: this.closing.signal };
    if (sabotage && (await sabotage(situation))) return;
    if (response.destroyed) return;

    const counted = countTokens(request, reply);
    const usage = misbehaviour === 'no_usage' ? null : misbehaviour === 'wrong_usage' ? WRONG_USAGE : counted;
    const role = misbehaviour === 'wrong_role' ? 'system' : 'assistant';
    if (misbehaviour === 'truncated') return truncated(request, reply, response);
    if (usage === counted) {
      this.told.promptTokens += counted.prompt_tokens;
      this.told.completionTokens += counted.completion_tokens;
    }
    if (!request.stream) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(wholeAnswer(reply, usage, role)));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const told = request.stream_options?.include_usage ? usage : null;
    for (const piece of answerPieces(reply, told, role)) response.write(piece);
    response.end();
  }

  private strike(phase: ModelPhase): Misbehaviour | null {
    const plan = this.plans.find((one) => one.left > 0 && (one.phase === undefined || one.phase === phase));
    if (!plan) return null;
    plan.left -= 1;
    return plan.kind;
  }
}

/** Half of the answer, and then the connection ends as if all were well. */
function truncated(request: WireRequest, reply: ScriptedReply, response: ServerResponse): void {
  if (request.stream) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const pieces = [...answerPieces(reply, null)].slice(0, -2);
    for (const piece of pieces.slice(0, Math.ceil(pieces.length / 2))) response.write(piece);
  } else {
    response.writeHead(200, { 'content-type': 'application/json' });
    const body = JSON.stringify(wholeAnswer(reply, null));
    response.write(body.slice(0, Math.floor(body.length / 2)));
  }
  response.end();
}

async function readJson(incoming: IncomingMessage): Promise<WireRequest | null> {
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as WireRequest;
  } catch {
    return null;
  }
}
