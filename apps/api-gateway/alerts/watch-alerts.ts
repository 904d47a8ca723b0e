import { randomUUID } from 'node:crypto';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { readSystemSettings, SYSTEM_SETTINGS_KEY } from '@govcrawler/contracts';
import { type AlertFigures, findTroubles, thresholdsOf } from '@govcrawler/core';
import {
  type AlertChannel,
  type AlertDelivery,
  type AlertIncident,
  type AlertRepository,
  type HostLeaseRepository,
} from '@govcrawler/persistence';
import { RepeatedWork } from '@govcrawler/platform';
import { SharedSettings } from '../auth/shared-settings.js';
import { Clock, GatewayInfrastructure } from '../gateway-infrastructure.js';
import { ProposeSelectors } from '../reparse/propose-selectors.js';
import { Secrets } from '../webhooks/seal-secrets.js';
import { WebhookSender } from '../webhooks/webhook-sender.js';
import { openChannel, refusalIn, signedRequest } from './alert-message.js';

/** Troubles, channels and messages as they are stored. */
export abstract class AlertBook {
  abstract readonly alerts: AlertRepository;
  abstract readonly leases: HostLeaseRepository;
}

/** Free space where documents are kept; null where this process has no data folder. */
export abstract class DiskGauge {
  abstract free(): Promise<AlertFigures['disk']>;
}

const LOOK_EVERY_MS = 60_000;
const SEND_EVERY_MS = 2_000;
const LEASE = 'govcrawler alerts';
const LEASE_MS = 50_000;
const SEND_AT_ONCE = 20;
/** As long as a receiver that never answers can hold up all that were taken at once: then another replica may try. */
const SETTLE_WITHIN_MS = 300_000;
/** Waits after failed tries; then the message is given up, and can be sent again by hand. */
const AGAIN_AFTER_MS = [30_000, 120_000, 480_000, 1_920_000, 7_200_000];
const RANK = { warning: 0, critical: 1 };

/** Looks for troubles once a minute, by one replica at a time, and sends what there is to say until it is taken. */
@Injectable()
export class WatchAlerts implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly holder = `gateway-${randomUUID()}`;
  private readonly repeated = [
    this.repeat(LOOK_EVERY_MS, () => this.lookAlone()),
    this.repeat(SEND_EVERY_MS, () => this.sendDue()),
  ];

  constructor(
    private readonly book: AlertBook,
    private readonly sender: WebhookSender,
    private readonly secrets: Secrets,
    private readonly disk: DiskGauge,
    private readonly settings: SharedSettings,
    private readonly clock: Clock,
    private readonly infrastructure: GatewayInfrastructure,
    private readonly proposeSelectors: ProposeSelectors,
  ) {}

  onApplicationBootstrap(): void {
    for (const work of this.repeated) work.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.repeated.map((work) => work.stop()));
  }

  /** One look: what began and what ended is told to every channel that wants to know. */
  async look(): Promise<{ risen: number; recovered: number }> {
    const { alerts } = this.book;
    const figures = { ...(await alerts.figures()), disk: await this.disk.free() };
    const settings = readSystemSettings(await this.settings.get(SYSTEM_SETTINGS_KEY));
    const findings = findTroubles(figures, this.clock.now(), thresholdsOf(settings.alerts));
    const { risen, recovered } = await alerts.record(findings);
    await this.askForSelectors(risen);
    for (const channel of await alerts.channels()) {
      if (!channel.enabled) continue;
      await this.tell('firing', channel, risen);
      await this.tell('recovered', channel, recovered);
    }
    return { risen: risen.length, recovered: recovered.length };
  }

  /** Sends what is due; returns how many were tried. */
  async sendDue(): Promise<number> {
    const due = await this.book.alerts.takeDue(SEND_AT_ONCE, SETTLE_WITHIN_MS);
    const byChannel = new Map<number, typeof due>();
    for (const one of due) byChannel.set(one.channel.id, [...(byChannel.get(one.channel.id) ?? []), one]);
    // Side by side, so that a receiver that does not answer holds up nobody else; in order for each of them.
    await Promise.all(
      [...byChannel.values()].map(async (messages) => {
        for (const { delivery, channel } of messages) await this.sendOne(delivery, channel);
      }),
    );
    return due.length;
  }

  private async sendOne(delivery: AlertDelivery, channel: AlertChannel): Promise<void> {
    const { incidents = [] } = delivery.incidentsJson as { incidents?: unknown[] };
    const outcome = await this.send({ ...delivery, incidents }, channel);
    if (outcome.refusal === null) {
      await this.book.alerts.settle(delivery.id, { sent: true, httpStatus: outcome.status! });
      return;
    }
    const againInMs = AGAIN_AFTER_MS[delivery.attempts - 1] ?? null;
    await this.book.alerts.settle(delivery.id, {
      sent: false,
      httpStatus: outcome.status,
      error: outcome.refusal,
      againInMs,
    });
    this.infrastructure.logger.warn({ channel: channel.name, reason: outcome.refusal }, 'An alert was not taken');
  }

  /** A drift begins: selectors that would read the pages again are proposed. Whether to use them, people decide. */
  private async askForSelectors(risen: readonly AlertIncident[]): Promise<void> {
    for (const { rule, subject } of risen) {
      if (rule !== 'selector_drift') continue;
      await this.proposeSelectors.start(subject, `告警：${rule}`).catch((error: unknown) => {
        this.infrastructure.logger.warn({ err: error, target: subject }, 'Selectors were not asked for');
      });
    }
  }

  /** 0: whatever a look found, the next one comes after a rest. */
  private async lookAlone(): Promise<0> {
    const lease = await this.book.leases.acquire(LEASE, this.holder, LEASE_MS);
    if (lease === null) return 0;
    try {
      await this.look();
      return 0;
    } finally {
      await this.book.leases.release(LEASE, lease.token);
    }
  }

  private async tell(kind: 'firing' | 'recovered', channel: AlertChannel, incidents: AlertIncident[]): Promise<void> {
    const wanted = incidents.filter(({ severity }) => RANK[severity] >= RANK[channel.minSeverity]);
    if (wanted.length === 0) return;
    const mark = kind === 'firing' ? '告警' : '已恢复';
    const [first] = wanted;
    const title = wanted.length === 1 ? `【${mark}】${first!.title}` : `【${mark}】共 ${wanted.length} 项`;
    const lines = wanted.slice(0, SEND_AT_ONCE).map((incident) => `- ${incident.title}：${incident.message}`);
    if (wanted.length > lines.length) lines.push(`- 另有 ${wanted.length - lines.length} 项，见管理后台`);
    await this.book.alerts.enqueue(kind, channel, { title, text: lines.join('\n') }, wanted);
  }

  private async send(
    message: Parameters<typeof signedRequest>[0],
    channel: AlertChannel,
  ): Promise<{ status: number | null; refusal: string | null }> {
    try {
      const { url, headers, body } = signedRequest(message, openChannel(channel, this.secrets), this.clock.now());
      const answer = await this.sender.post(url, body, headers);
      const status = answer.kind === 'answered' ? answer.status : null;
      return { status, refusal: refusalIn(channel.kind, answer) };
    } catch (error) {
      return { status: null, refusal: (error as Error).message };
    }
  }

  private repeat(everyMs: number, work: () => Promise<number>): RepeatedWork {
    const onError = (error: unknown) => this.infrastructure.logger.warn({ err: error }, 'Alerts were not looked after');
    return new RepeatedWork({ work, restMs: everyMs, restFirst: true, onError });
  }
}
