import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Briefing } from '@govcrawler/persistence';
import { RepeatedWork } from '@govcrawler/platform';
import { FeedConsumers } from '../delivery/delivery-ports.js';
import { PushLeases } from '../delivery/push/push-ports.js';
import { Clock, GatewayInfrastructure } from '../gateway-infrastructure.js';
import { PostSigned } from '../webhooks/post-signed.js';
import { BriefingDeliveries } from './briefing-ports.js';
import { briefingMarkdown } from './briefing-markdown.js';
import { PresentBriefing } from './present-briefing.js';

const LEASE_KEY = 'push:briefings';
const LEASE_MS = 120_000;
const POLL_MS = 2_000;
const AT_A_TIME = 10;
const FIRST_RETRY_MS = 5_000;
const MAX_ATTEMPTS = 10;

/** Sends finished briefings to webhooks, signed as the feed is; later and later again, until it is given up. */
@Injectable()
export class DeliverBriefings {
  private readonly holder = `briefings-${randomUUID()}`;
  private readonly sending: RepeatedWork;
  private stopping = false;

  constructor(
    private readonly deliveries: BriefingDeliveries,
    private readonly consumers: FeedConsumers,
    private readonly present: PresentBriefing,
    private readonly leases: PushLeases,
    private readonly webhooks: PostSigned,
    private readonly clock: Clock,
    { logger }: GatewayInfrastructure,
  ) {
    this.sending = new RepeatedWork({
      work: () => this.sendDue(),
      restMs: POLL_MS,
      onError: (error) => logger.warn({ err: error }, 'Sending briefings failed'),
    });
  }

  start(): void {
    this.sending.start();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.sending.stop();
  }

  /** One look at what is due; the number that was sent. */
  async sendDue(): Promise<number> {
    const due = await this.deliveries.dueDeliveries(AT_A_TIME);
    if (due.length === 0) return 0;
    const lease = await this.leases.acquire(LEASE_KEY, this.holder, LEASE_MS);
    if (!lease) return 0;
    let sent = 0;
    try {
      // Read under the lease: another replica may have sent some meanwhile.
      for (const briefing of await this.deliveries.dueDeliveries(AT_A_TIME)) {
        if (this.stopping || !(await this.leases.renew(LEASE_KEY, lease.token, LEASE_MS))) break;
        if (await this.send(briefing)) sent += 1;
      }
    } finally {
      await this.leases.release(LEASE_KEY, lease.token);
    }
    return sent;
  }

  private async send(briefing: Briefing): Promise<boolean> {
    const failure = await this.post(briefing);
    if (failure === null) {
      await this.deliveries.delivered(briefing.id);
      return true;
    }
    const isLast = briefing.deliveryAttempts + 1 >= MAX_ATTEMPTS;
    const retryInMs = isLast ? null : FIRST_RETRY_MS * 2 ** briefing.deliveryAttempts;
    await this.deliveries.deliveryFailed(briefing.id, failure, retryInMs);
    return false;
  }

  /** Null when the receiver has it. */
  private async post(briefing: Briefing): Promise<string | null> {
    const consumer = await this.consumers.find(briefing.deliverTo ?? '');
    if (!consumer || consumer.webhookUrl === null || consumer.webhookSecret === null) {
      return `the consumer ${briefing.deliverTo} has no webhook`;
    }
    const view = await this.present.view(briefing);
    const now = this.clock.now();
    const body = JSON.stringify({
      type: 'briefing',
      timestamp: now.toISOString(),
      data: { briefing: view, markdown: briefingMarkdown(view) },
    });
    // The same briefing has the same id in every try: receivers tell repetitions by it.
    const id = `msg_briefing_${briefing.id}_${consumer.name}`;
    return this.webhooks.post(consumer.webhookUrl, consumer.webhookSecret, id, body);
  }
}
