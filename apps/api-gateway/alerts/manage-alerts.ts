import { Injectable } from '@nestjs/common';
import {
  type AlertChannelView,
  type AlertDeliveryPage,
  type IncidentPage,
  type IncidentView,
} from '@govcrawler/contracts';
import {
  type AlertChannel,
  type AlertDelivery,
  type AlertIncident,
  type NewAlertChannel,
} from '@govcrawler/persistence';
import { toIso } from '../http/wire-time.js';
import { Secrets } from '../webhooks/seal-secrets.js';
import { AlertBook } from './watch-alerts.js';

/** What people do with alerts: read, acknowledge, say where they go, send again. */
@Injectable()
export class ManageAlerts {
  constructor(
    private readonly book: AlertBook,
    private readonly secrets: Secrets,
  ) {}

  async incidents(query: { firing?: boolean; limit: number; offset: number }): Promise<IncidentPage> {
    const { total, items } = await this.book.alerts.incidents(query);
    const { limit, offset } = query;
    return { count: items.length, total, limit, offset, items: items.map(incidentView) };
  }

  async acknowledge(id: number, by: string): Promise<IncidentView | null> {
    const incident = await this.book.alerts.acknowledge(id, by);
    return incident && incidentView(incident);
  }

  async channels(): Promise<AlertChannelView[]> {
    return (await this.book.alerts.channels()).map((channel) => channelView(channel, this.secrets));
  }

  async addChannel(channel: NewAlertChannel): Promise<AlertChannelView> {
    const id = await this.book.alerts.addChannel({ ...channel, ...this.sealed(channel) });
    return channelView((await this.book.alerts.channel(id))!, this.secrets);
  }

  /** Null when there is no such channel. */
  async changeChannel(id: number, values: Partial<NewAlertChannel>): Promise<AlertChannelView | null> {
    await this.book.alerts.changeChannel(id, { ...values, ...this.sealed(values) });
    const channel = await this.book.alerts.channel(id);
    return channel && channelView(channel, this.secrets);
  }

  find(id: number): Promise<AlertChannel | null> {
    return this.book.alerts.channel(id);
  }

  removeChannel(id: number): Promise<boolean> {
    return this.book.alerts.removeChannel(id);
  }

  /** The number of the message; null when there is no such channel. */
  async test(id: number): Promise<number | null> {
    const channel = await this.book.alerts.channel(id);
    if (!channel) return null;
    const message = { title: '【测试】GovCrawler 告警通道', text: `通道“${channel.name}”可以收到告警。` };
    return this.book.alerts.enqueue('test', channel, message);
  }

  async deliveries(query: { channelId?: number; limit: number; offset: number }): Promise<AlertDeliveryPage> {
    const { total, items } = await this.book.alerts.deliveries(query);
    const names = new Map((await this.book.alerts.channels()).map(({ id, name }) => [id, name]));
    const { limit, offset } = query;
    const views = items.map((delivery) => deliveryView(delivery, names.get(delivery.channelId) ?? ''));
    return { count: items.length, total, limit, offset, items: views };
  }

  resend(id: number): Promise<boolean> {
    return this.book.alerts.resend(id);
  }

  /** The address too: at chat services it is what lets one write. */
  private sealed({ url, secret }: Partial<NewAlertChannel>): Partial<NewAlertChannel> {
    return {
      ...(url === undefined ? {} : { url: this.secrets.seal(url) }),
      ...(secret ? { secret: this.secrets.seal(secret) } : {}),
    };
  }
}

function incidentView(incident: AlertIncident): IncidentView {
  return {
    id: incident.id,
    rule: incident.rule,
    subject: incident.subject,
    severity: incident.severity,
    state: incident.openKey === null ? 'recovered' : 'firing',
    title: incident.title,
    message: incident.message,
    seen: incident.seen,
    firstAt: toIso(incident.firstAt),
    lastAt: toIso(incident.lastAt),
    recoveredAt: toIso(incident.recoveredAt),
    acknowledgedAt: toIso(incident.acknowledgedAt),
    acknowledgedBy: incident.acknowledgedBy,
  };
}

/** Null when the address was sealed with a key that is not ours. */
function addressOf(channel: AlertChannel, secrets: Secrets): string | null {
  try {
    const { origin, pathname } = new URL(secrets.open(channel.url));
    // The last part of a path is a token at some services, the query at others.
    return `${origin}${pathname.replace(/[^/]{16,}/g, '***')}`;
  } catch {
    return null;
  }
}

function channelView(channel: AlertChannel, secrets: Secrets): AlertChannelView {
  return {
    id: channel.id,
    name: channel.name,
    kind: channel.kind,
    address: addressOf(channel, secrets) ?? '（无法解密，请重新填写）',
    hasSecret: channel.secret !== null,
    enabled: Boolean(channel.enabled),
    minSeverity: channel.minSeverity,
    createdAt: toIso(channel.createdAt),
  };
}

function deliveryView(delivery: AlertDelivery, channelName: string) {
  const { ids = [] } = delivery.incidentsJson as { ids?: number[] };
  return {
    id: delivery.id,
    channelId: delivery.channelId,
    channelName,
    kind: delivery.kind,
    title: delivery.title,
    incidentIds: ids,
    state: delivery.state,
    attempts: delivery.attempts,
    httpStatus: delivery.httpStatus,
    error: delivery.error,
    createdAt: toIso(delivery.createdAt),
    nextTryAt: toIso(delivery.nextTryAt),
    sentAt: toIso(delivery.sentAt),
  };
}
