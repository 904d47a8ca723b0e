import { type AlertChannelKind, type AlertRule, type AlertSeverity } from '@govcrawler/contracts';
import { entityOf, nullable, withDefault, type EntityColumns } from '../schema/entity-columns.js';

/** One trouble from its first sign to its end. */
export class AlertIncidentEntity {
  id: number;
  rule: AlertRule;
  subject: string;
  /** Rule and subject while it lasts, null afterwards: so there is at most one at a time. */
  openKey: string | null;
  severity: AlertSeverity;
  title: string;
  message: string;
  seen: number;
  firstAt: Date;
  lastAt: Date;
  recoveredAt: Date | null;
  acknowledgedAt: Date | null;
  acknowledgedBy: string | null;
}

export const alertIncidentEntity = (c: EntityColumns) =>
  entityOf(
    AlertIncidentEntity,
    'alert_incident',
    {
      id: c.bigId(),
      rule: c.text(),
      subject: c.text(),
      openKey: nullable(c.text()),
      severity: c.text(),
      title: c.text(),
      message: c.text(),
      seen: withDefault(c.int(), 1),
      firstAt: c.insertTime(),
      lastAt: c.insertTime(),
      recoveredAt: nullable(c.moment()),
      acknowledgedAt: nullable(c.moment()),
      acknowledgedBy: nullable(c.text()),
    },
    { uniques: { uq_alert_incident_open: ['openKey'] }, indices: { ix_alert_incident_last: ['lastAt'] } },
  );

/** Where alerts are sent. Url and secret are sealed by the gateway and never leave the house again. */
export class AlertChannelEntity {
  id: number;
  name: string;
  kind: AlertChannelKind;
  url: string;
  secret: string | null;
  enabled: boolean;
  minSeverity: AlertSeverity;
  createdAt: Date;
}

export const alertChannelEntity = (c: EntityColumns) =>
  entityOf(AlertChannelEntity, 'alert_channel', {
    id: c.id(),
    name: c.text(),
    kind: c.text(),
    url: c.text(),
    secret: nullable(c.text()),
    enabled: c.boolean(true),
    minSeverity: c.text(),
    createdAt: c.insertTime(),
  });

/** One message to one channel, until it was taken or given up. */
export class AlertDeliveryEntity {
  id: number;
  channelId: number;
  kind: 'firing' | 'recovered' | 'test';
  title: string;
  text: string;
  incidentsJson: Record<string, unknown>;
  state: 'pending' | 'sent' | 'failed';
  attempts: number;
  httpStatus: number | null;
  error: string | null;
  createdAt: Date;
  nextTryAt: Date | null;
  sentAt: Date | null;
}

export const alertDeliveryEntity = (c: EntityColumns) =>
  entityOf(
    AlertDeliveryEntity,
    'alert_delivery',
    {
      id: c.bigId(),
      channelId: c.int(),
      kind: c.text(),
      title: c.text(),
      text: c.text(),
      incidentsJson: c.json(),
      state: withDefault(c.text(), 'pending'),
      attempts: withDefault(c.int(), 0),
      httpStatus: nullable(c.int()),
      error: nullable(c.text()),
      createdAt: c.insertTime(),
      nextTryAt: nullable(c.insertTime()),
      sentAt: nullable(c.moment()),
    },
    {
      indices: { ix_alert_delivery_due: ['nextTryAt'] },
      foreignKeys: [
        { name: 'fk_alert_delivery_channel', column: 'channelId', references: AlertChannelEntity, onDelete: 'CASCADE' },
      ],
    },
  );
