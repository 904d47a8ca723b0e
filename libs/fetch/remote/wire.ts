import { fileURLToPath } from 'node:url';
import { loadPackageDefinition, type ServiceDefinition, type UntypedServiceImplementation } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import {
  type FetchedArticle,
  type FetchedPage,
  type FetchFailure,
  type FetchRequest,
  type FetchResult,
  type FetchTier,
} from '@govcrawler/contracts';
import { type FetchedFile } from '../outbound-fetcher.js';
import { type HostView } from '../politeness/host-state.js';
import { type RobotsDecision } from '../robots/robots-cache.js';

/*
 * How requests and results travel. Optional fields are absent or null on the wire and undefined or null in our shapes;
 * the functions below are the only place that knows both.
 */

/** A page of 10 MB and its headers fit; files travel in parts. */
export const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

const definition = loadSync(fileURLToPath(new URL('./fetch.proto', import.meta.url)), {
  defaults: false,
  oneofs: true,
  longs: Number,
});
const { FetchService } = (
  loadPackageDefinition(definition) as unknown as {
    govcrawler: { fetch: { v1: { FetchService: { service: ServiceDefinition<UntypedServiceImplementation> } } } };
  }
).govcrawler.fetch.v1;

/** The service as grpc-js knows it. */
export const fetchServiceDefinition = FetchService.service;

type Wire<T> = { [K in keyof T]?: T[K] | null };

interface WireRequestFields extends Omit<FetchRequest, 'signal' | 'robots'> {
  robotsOnError: 'allow' | 'deny';
}
export type WireRequest = Wire<WireRequestFields>;

interface WireResultFields {
  ok: boolean;
  url: string;
  finalUrl: string;
  strategy: FetchTier;
  startedAtMs: number;
  durationMs: number;
  attempts: number;
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  bytes: number;
  charsetHint: string;
  reason: FetchFailure['reason'];
  message: string;
  retryAfterSec: number;
  article: WireArticle;
  movedTo: string;
}
type WireArticle = Wire<Omit<FetchedArticle, 'publishedAt'> & { publishedAtMs: number }>;
export type WireResult = Wire<WireResultFields>;
export type WireHost = Wire<Omit<HostView, 'until' | 'lastStartAt'> & { untilMs: number; lastStartAtMs: number }>;

const given = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)) as T;

export function requestToWire(request: FetchRequest): WireRequest {
  const { signal: _signal, listHead: _listHead, robots, ...rest } = request;
  return given({ ...rest, robotsOnError: robots?.onError });
}

export function requestFromWire(wire: WireRequest): FetchRequest {
  const { robotsOnError, ...rest } = given(wire);
  return {
    ...(rest as unknown as FetchRequest),
    ...(robotsOnError ? { robots: { onError: robotsOnError } } : {}),
  };
}

export function resultToWire(result: FetchResult | FetchedFile): WireResult {
  const { startedAt, article, ...rest } = { article: undefined, ...result };
  const body =
    'body' in result ? Buffer.from(result.body.buffer, result.body.byteOffset, result.body.byteLength) : null;
  const bytes = body?.length ?? ('bytes' in result ? result.bytes : undefined);
  return given({
    ...rest,
    startedAtMs: startedAt.getTime(),
    body,
    bytes,
    article: article && articleToWire(article),
  }) as WireResult;
}

const factsFromWire = (wire: WireResult) => ({
  url: wire.url ?? '',
  finalUrl: wire.finalUrl ?? '',
  strategy: wire.strategy ?? null,
  startedAt: new Date(wire.startedAtMs ?? 0),
  durationMs: wire.durationMs ?? 0,
  attempts: wire.attempts ?? 0,
  ...(wire.movedTo ? { movedTo: wire.movedTo } : {}),
});

export function failureFromWire(wire: WireResult): FetchFailure {
  return {
    ok: false,
    reason: wire.reason ?? 'network_protocol',
    message: wire.message ?? '',
    status: wire.status ?? null,
    retryAfterSec: wire.retryAfterSec ?? null,
    ...factsFromWire(wire),
  };
}

export function pageFromWire(wire: WireResult): FetchResult {
  if (!wire.ok) return failureFromWire(wire);
  const article = wire.article ? { article: articleFromWire(wire.article) } : {};
  return { ...headFromWire(wire), body: wire.body ?? Buffer.alloc(0), ...article };
}

function articleToWire({ publishedAt, ...rest }: FetchedArticle): WireArticle {
  return given({ ...rest, publishedAtMs: publishedAt?.getTime() });
}

function articleFromWire(wire: WireArticle): FetchedArticle {
  return {
    title: wire.title ?? null,
    content: wire.content ?? '',
    textContent: wire.textContent ?? '',
    imageUrl: wire.imageUrl ?? null,
    author: wire.author ?? null,
    publishedAt: typeof wire.publishedAtMs === 'number' ? new Date(wire.publishedAtMs) : null,
    fetchDuration: wire.fetchDuration ?? 0,
  };
}

export function fileFromWire(wire: WireResult): FetchedFile | FetchFailure {
  return wire.ok ? { ...headFromWire(wire), bytes: wire.bytes ?? 0 } : failureFromWire(wire);
}

const headFromWire = (wire: WireResult): Omit<FetchedPage, 'body'> => ({
  ok: true,
  status: wire.status ?? 0,
  headers: wire.headers ?? {},
  charsetHint: wire.charsetHint ?? null,
  ...factsFromWire(wire),
});

export const robotsToWire = (decision: RobotsDecision) => given(decision);

export function robotsFromWire(wire: Wire<RobotsDecision>): RobotsDecision {
  return {
    allowed: wire.allowed ?? false,
    basis: wire.basis ?? 'unreachable',
    rule: wire.rule ?? null,
    crawlDelaySec: wire.crawlDelaySec ?? null,
  };
}

export function hostToWire(view: HostView): WireHost {
  const { until, lastStartAt, ...rest } = view;
  return given({ ...rest, untilMs: until?.getTime(), lastStartAtMs: lastStartAt?.getTime() });
}

export function hostFromWire(wire: WireHost): HostView {
  return {
    host: wire.host ?? '',
    state: wire.state ?? 'ready',
    until: wire.untilMs ? new Date(wire.untilMs) : null,
    active: wire.active ?? 0,
    networkFailures: wire.networkFailures ?? 0,
    failures: wire.failures ?? 0,
    breakerOpens: wire.breakerOpens ?? 0,
    lastReason: wire.lastReason ?? null,
    lastStartAt: wire.lastStartAtMs ? new Date(wire.lastStartAtMs) : null,
  };
}
