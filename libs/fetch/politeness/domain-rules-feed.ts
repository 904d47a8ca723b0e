import { type Redis } from 'ioredis';
import { type FetchLogger } from '../fetch-logger.js';
import { DEFAULT_DOMAIN_RULES, type DomainPolicy, type DomainRule } from './domain-policy.js';

const positive = (value: unknown) =>
  value === null || (typeof value === 'number' && Number.isFinite(value) && value > 0);

/** What is wrong with a list of rules from outside; empty when it can be put in force. */
export function domainRuleProblems(rules: unknown): string[] {
  if (!Array.isArray(rules)) return ['the rules must be a list'];
  return rules.flatMap((rule: Partial<DomainRule>, index) => {
    const holds =
      typeof rule?.domain === 'string' &&
      /^[a-z0-9.-]+$/i.test(rule.domain) &&
      positive(rule.concurrency) &&
      positive(rule.requestsPerSec) &&
      typeof rule.intervalSec === 'number' &&
      rule.intervalSec >= 0 &&
      typeof rule.shared === 'boolean';
    return holds ? [] : [`rule ${index + 1}: needs domain, concurrency, requestsPerSec, intervalSec and shared`];
  });
}

/**
 * Domain rules changed at run time: kept in Redis, announced on the config-reload channel, in force in every replica
 * without a restart. Rules given here stand before the built-in ones of the same domain.
 */
export class DomainRulesFeed {
  private readonly key: string;
  private readonly channel: string;
  private readonly subscriber: Redis;

  constructor(
    private readonly redis: Redis,
    private readonly policy: DomainPolicy,
    private readonly logger: FetchLogger,
    prefix = 'govcrawler',
  ) {
    this.key = `${prefix}:domain-rules`;
    this.channel = `${prefix}:config-reload`;
    this.subscriber = redis.duplicate();
  }

  async start(): Promise<void> {
    this.subscriber.on('message', (_channel, topic) => {
      if (topic === 'domain-rules') void this.reload();
    });
    // The connection it was copied from meets the same trouble and logs it.
    this.subscriber.on('error', () => undefined);
    // What was announced while the connection was down is read when it is back.
    this.subscriber.on('ready', () => void this.reload());
    await this.subscriber.subscribe(this.channel);
    await this.reload();
  }

  async publish(rules: readonly DomainRule[]): Promise<void> {
    await this.redis.set(this.key, JSON.stringify(rules));
    await this.redis.publish(this.channel, 'domain-rules');
  }

  async stop(): Promise<void> {
    this.subscriber.disconnect();
  }

  private async reload(): Promise<void> {
    try {
      const rules = JSON.parse((await this.redis.get(this.key)) ?? '[]') as DomainRule[];
      const problems = domainRuleProblems(rules);
      if (problems.length > 0) throw new Error(problems.join('; '));
      this.policy.replace([...DEFAULT_DOMAIN_RULES, ...rules]);
      this.logger.info({ rules: rules.length }, 'domain rules in force');
    } catch (error) {
      this.logger.error({ err: error }, 'domain rules not readable, the old ones stay in force');
    }
  }
}
