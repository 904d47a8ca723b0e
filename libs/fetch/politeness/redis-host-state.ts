import { randomUUID } from 'node:crypto';
import { type Redis } from 'ioredis';
import { type FetchFailureReason } from '@govcrawler/contracts';
import { TransientError } from '@govcrawler/core';
import { type Clock } from './clock.js';
import {
  DEFAULT_HEALTH_RULES,
  type HealthRules,
  HostStateStore,
  type HostView,
  SLOT_POLL_MS,
  type TurnAnswer,
  type TurnAsk,
  type TurnOutcome,
} from './host-state.js';

/** Longer than any pause the rules know: a host nobody asks for disappears by itself. */
const KEEP_MS = 48 * 3600_000;

/*
 * KEYS: host hash, turns in flight (turn -> end of lease), all hosts. One script per step, so replicas can never
 * interleave inside a decision. Time is Redis' own unless a test passes one: replicas' clocks need not agree.
 * The rules are those of InProcessHostState; one conformance suite holds both.
 */
const PRELUDE = `
local host, turns, all = KEYS[1], KEYS[2], KEYS[3]
local now = tonumber(ARGV[1])
if not now then
  local t = redis.call('TIME')
  now = t[1] * 1000 + math.floor(t[2] / 1000)
end
local raw = redis.call('HGETALL', host)
local r = {}
for i = 1, #raw, 2 do r[raw[i]] = raw[i + 1] end
local function n(field) return tonumber(r[field] or '0') end
local function keep()
  redis.call('PEXPIRE', host, ${KEEP_MS} + math.max(0, n('pausedUntil') - now))
  redis.call('PEXPIRE', turns, ${KEEP_MS})
end
`;
const BEGIN = `${PRELUDE}
local name, gap, concurrency, rps, lease, turn = ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6]), ARGV[7]
if n('pausedUntil') > now then return {'cooling', 'paused', n('pausedUntil') - now} end
if n('retryAfterUntil') > now then return {'cooling', 'retry_after', n('retryAfterUntil') - now} end
if n('coolUntil') > now then return {'cooling', 'network', n('coolUntil') - now} end
if n('coolUntil') > 0 then redis.call('HSET', host, 'coolUntil', 0, 'networkFailures', 0) end
local closed = math.max(n('openUntil'), n('probeUntil'))
if closed > now then return {'cooling', 'breaker', closed - now} end
redis.call('ZREMRANGEBYSCORE', turns, '-inf', now)
if concurrency and redis.call('ZCARD', turns) >= concurrency then return {'wait', 'slot', ${SLOT_POLL_MS}} end
local last = n('lastStartAt')
if last > 0 and last + gap > now then return {'wait', 'interval', last + gap - now} end
if rps then
  local burst = math.max(1, rps)
  local tokens = burst
  if r['tokensAt'] then tokens = math.min(burst, n('tokens') + (now - n('tokensAt')) * rps / 1000) end
  if tokens < 1 then
    redis.call('HSET', host, 'tokens', tostring(tokens), 'tokensAt', now)
    keep()
    return {'wait', 'rate', math.ceil((1 - tokens) / (rps / 1000))}
  end
  redis.call('HSET', host, 'tokens', tostring(tokens - 1), 'tokensAt', now)
end
redis.call('HSET', host, 'lastStartAt', now)
redis.call('ZADD', turns, now + lease, turn)
if n('opens') > 0 then redis.call('HSET', host, 'probe', turn, 'probeUntil', now + lease) end
redis.call('ZADD', all, now, name)
redis.call('ZREMRANGEBYSCORE', all, '-inf', now - ${KEEP_MS})
keep()
return {'go', turn, 0}
`;
const END = `${PRELUDE}
local turn, kind, reason, retryAfter = ARGV[2], ARGV[3], ARGV[4], tonumber(ARGV[5])
local netLimit, coolMs, failLimit, openMs, maxOpenMs = tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[8]), tonumber(ARGV[9]), tonumber(ARGV[10])
local sent = tonumber(ARGV[11])
redis.call('ZREM', turns, turn)
if sent and now - sent > n('lastStartAt') then redis.call('HSET', host, 'lastStartAt', now - sent) end
if r['probe'] == turn then redis.call('HDEL', host, 'probe', 'probeUntil') end
if kind == 'undecided' then return end
if kind == 'healthy' then
  redis.call('HDEL', host, 'networkFailures', 'coolUntil', 'failures', 'opens', 'openUntil', 'lastReason')
  return
end
if kind == 'network' then
  if redis.call('HINCRBY', host, 'networkFailures', 1) >= netLimit then redis.call('HSET', host, 'coolUntil', now + coolMs) end
else
  redis.call('HDEL', host, 'networkFailures')
  if retryAfter then redis.call('HSET', host, 'retryAfterUntil', math.max(n('retryAfterUntil'), now + retryAfter * 1000)) end
end
local failures = redis.call('HINCRBY', host, 'failures', 1)
redis.call('HSET', host, 'lastReason', reason)
keep()
if n('openUntil') > now then return end
if n('opens') == 0 and failures < failLimit then return end
redis.call('HSET', host, 'openUntil', now + math.min(openMs * 2 ^ n('opens'), maxOpenMs), 'opens', n('opens') + 1)
`;

interface ScriptedRedis extends Redis {
  govHostBegin(...args: (string | number)[]): Promise<[string, string, number]>;
  govHostEnd(...args: (string | number)[]): Promise<null>;
}

/** Host state shared by all replicas of the fetch service. */
export class RedisHostState extends HostStateStore {
  private readonly redis: ScriptedRedis;

  constructor(
    connection: Redis,
    private readonly rules: HealthRules = DEFAULT_HEALTH_RULES,
    private readonly prefix = 'govcrawler',
    /** Only tests pass one. */
    private readonly clock: Pick<Clock, 'now'> | null = null,
  ) {
    super();
    connection.defineCommand('govHostBegin', { numberOfKeys: 3, lua: BEGIN });
    connection.defineCommand('govHostEnd', { numberOfKeys: 3, lua: END });
    this.redis = connection as ScriptedRedis;
  }

  async begin(host: string, ask: TurnAsk): Promise<TurnAnswer> {
    const { gapMs, concurrency, requestsPerSec, leaseMs } = ask;
    const [kind, detail, ms] = await this.redis
      .govHostBegin(
        ...this.keys(host),
        this.now(),
        host,
        gapMs,
        concurrency ?? '',
        requestsPerSec ?? '',
        Math.ceil(leaseMs),
        randomUUID(),
      )
      // Without the shared state nobody knows whose turn it is: better no request than an impolite one.
      .catch(explain);
    if (kind === 'go') return { kind, turn: detail };
    if (kind === 'wait') return { kind, ms, why: detail as 'interval' };
    return { kind: 'cooling', cause: detail as 'network', ms };
  }

  async end(host: string, turn: string, outcome: TurnOutcome, sinceArrivalMs?: number): Promise<void> {
    const { networkFailures, cooldownMs, breakerFailures, breakerOpenMs, breakerMaxOpenMs } = this.rules;
    await this.redis.govHostEnd(
      ...this.keys(host),
      this.now(),
      turn,
      outcome.kind,
      'reason' in outcome ? outcome.reason : '',
      'retryAfterSec' in outcome ? (outcome.retryAfterSec ?? '') : '',
      networkFailures,
      cooldownMs,
      breakerFailures,
      breakerOpenMs,
      breakerMaxOpenMs,
      sinceArrivalMs === undefined ? '' : Math.floor(sinceArrivalMs),
    );
  }

  async views(): Promise<HostView[]> {
    const hosts = await this.redis.zrange(`${this.prefix}:hosts`, 0, -1).catch(explain);
    const now = this.clock?.now() ?? Date.now();
    const pipeline = this.redis.pipeline();
    for (const host of hosts) {
      const [state, turns] = this.keys(host);
      pipeline.hgetall(state).zcount(turns, now, '+inf');
    }
    const replies = (await pipeline.exec()) ?? [];
    return hosts.map((host, index) => {
      const fields = (replies[index * 2]?.[1] ?? {}) as Record<string, string>;
      return viewOf(host, fields, Number(replies[index * 2 + 1]?.[1] ?? 0), now);
    });
  }

  async reset(host: string): Promise<void> {
    const [state, turns, all] = this.keys(host);
    const paused = await this.redis.hget(state, 'pausedUntil').catch(explain);
    await this.redis.multi().del(state, turns).zrem(all, host).exec();
    if (paused !== null) await this.pause(host, new Date(Number(paused)));
  }

  async pause(host: string, until: Date | null): Promise<void> {
    const [state, , all] = this.keys(host);
    if (until === null) {
      await this.redis.hdel(state, 'pausedUntil').catch(explain);
      return;
    }
    const now = this.clock?.now() ?? Date.now();
    const keepMs = KEEP_MS + Math.max(0, until.getTime() - now);
    const paused = this.redis.multi().hset(state, 'pausedUntil', until.getTime()).pexpire(state, Math.round(keepMs));
    await paused.zadd(all, now, host).exec().catch(explain);
  }

  private keys(host: string): [string, string, string] {
    return [`${this.prefix}:host:${host}`, `${this.prefix}:turns:${host}`, `${this.prefix}:hosts`];
  }

  private now(): number | string {
    return this.clock?.now() ?? '';
  }
}

function explain(error: unknown): never {
  throw new TransientError('the host state in Redis does not answer', { cause: error });
}

function viewOf(host: string, fields: Record<string, string>, active: number, now: number): HostView {
  const number = (field: string) => Number(fields[field] ?? 0);
  const [retryAfterUntil, coolUntil, openUntil] = [number('retryAfterUntil'), number('coolUntil'), number('openUntil')];
  const pausedUntil = number('pausedUntil');
  const until = Math.max(pausedUntil, retryAfterUntil, coolUntil, openUntil);
  const left = retryAfterUntil > now ? 'retry_after' : coolUntil > now ? 'cooling' : openUntil > now ? 'open' : null;
  const paused = pausedUntil > now ? 'paused' : left;
  return {
    host,
    state: paused ?? (number('opens') > 0 ? 'half_open' : 'ready'),
    until: until > now ? new Date(until) : null,
    active,
    networkFailures: number('networkFailures'),
    failures: number('failures'),
    breakerOpens: number('opens'),
    lastReason: (fields['lastReason'] as FetchFailureReason | undefined) ?? null,
    lastStartAt: fields['lastStartAt'] ? new Date(number('lastStartAt')) : null,
  };
}
