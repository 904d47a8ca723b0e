import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type DeliveredChange } from '@govcrawler/contracts';
import { type FeedConsumer } from '@govcrawler/persistence';
import { RepeatedWork } from '@govcrawler/platform';
import { Clock, GatewayInfrastructure } from '../../gateway-infrastructure.js';
import { ALL_PARTS } from '../deliver-documents.js';
import { FeedConsumers } from '../delivery-ports.js';
import { cursorOf, placeOf, ReadFeed } from '../read-feed.js';
import { PostSigned } from '../../webhooks/post-signed.js';
import { PushLeases, WebhookState } from './push-ports.js';

/** Body of one webhook call. */
export interface PushedBatch {
  type: 'changes';
  timestamp: string;
  data: { consumer: string; items: DeliveredChange[]; cursor: string; caughtUp: boolean };
}

const BATCH = 50;
const LEASE_MS = 120_000;
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 3_600_000;
const POLL_MS = 1_000;

/**
 * Pushes the feed to consumers with a webhook. An answer of 2xx confirms the batch; anything else is tried again, later
 * and later, and goes on from the consumer's cursor: the receiver may see a batch twice and misses none. A lease keeps
 * two replicas from pushing to one consumer at the same time.
 */
@Injectable()
export class PushChanges {
  private readonly holder = `push-${randomUUID()}`;
  private readonly pushing: RepeatedWork;
  private stopping = false;

  constructor(
    private readonly feed: ReadFeed,
    private readonly consumers: FeedConsumers,
    private readonly state: WebhookState,
    private readonly leases: PushLeases,
    private readonly webhooks: PostSigned,
    private readonly clock: Clock,
    { logger }: GatewayInfrastructure,
  ) {
    this.pushing = new RepeatedWork({
      work: () => this.pushDue(),
      restMs: POLL_MS,
      onError: (error) => logger.warn({ err: error }, 'Pushing changes failed'),
    });
  }

  start(): void {
    this.pushing.start();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.pushing.stop();
  }

  /** One look at all consumers: each gets what it has not confirmed, as long as it answers well. */
  async pushDue(): Promise<number> {
    const due = (await this.consumers.list()).filter(
      (consumer) => consumer.webhookEnabled && consumer.webhookUrl !== null && this.isDue(consumer),
    );
    // Side by side: a receiver that takes its time holds up nobody else.
    const batches = await Promise.all(due.map(({ name }) => this.pushTo(name)));
    return batches.reduce((sum, one) => sum + one, 0);
  }

  private isDue({ webhookNextAt }: FeedConsumer): boolean {
    return webhookNextAt === null || webhookNextAt <= this.clock.now();
  }

  private async pushTo(name: string): Promise<number> {
    const key = `push:${name}`;
    const lease = await this.leases.acquire(key, this.holder, LEASE_MS);
    if (!lease) return 0;
    let batches = 0;
    try {
      while (!this.stopping && (await this.leases.renew(key, lease.token, LEASE_MS))) {
        // Read under the lease: a reset, or another replica's work, is seen.
        const consumer = await this.consumers.find(name);
        if (!consumer || !consumer.webhookEnabled || !(await this.pushBatch(consumer))) break;
        batches += 1;
      }
    } finally {
      await this.leases.release(key, lease.token);
    }
    return batches;
  }

  /** False when there is nothing more to push now. */
  private async pushBatch(consumer: FeedConsumer): Promise<boolean> {
    const page = await this.feed.page(placeOf(consumer), BATCH, ALL_PARTS);
    if (page.place.seq === consumer.cursorSeq) return false;
    if (page.items.length > 0) {
      const failure = await this.send(consumer, {
        type: 'changes',
        timestamp: this.clock.now().toISOString(),
        data: { consumer: consumer.name, items: page.items, cursor: cursorOf(page.place), caughtUp: page.caughtUp },
      });
      if (failure !== null) {
        await this.state.webhookFailed(consumer.name, failure, this.nextTry(consumer.webhookFailures));
        return false;
      }
    }
    const { kind } = await this.consumers.ack(consumer.name, page.place);
    if (consumer.webhookFailures > 0) await this.state.webhookWorks(consumer.name);
    return kind === 'acked' && !page.caughtUp;
  }

  /** Null when the receiver has it. */
  private async send(consumer: FeedConsumer, batch: PushedBatch): Promise<string | null> {
    // The same batch has the same id in every try: receivers tell repetitions by it.
    const id = `msg_${consumer.name}_${consumer.epoch}_${batch.data.cursor}`;
    const body = JSON.stringify(batch);
    return this.webhooks.post(consumer.webhookUrl!, consumer.webhookSecret!, id, body);
  }

  private nextTry(failures: number): Date {
    const wait = Math.min(FIRST_RETRY_MS * 2 ** Math.min(failures, 20), LONGEST_RETRY_MS);
    return new Date(this.clock.now().getTime() + wait);
  }
}
