/*
 * Alerts that rules raise, and where they are sent. Part of the admin API (/admin/api/alerts/...).
 */

export const ALERT_RULES = [
  'site_failing',
  'all_failing',
  'target_silent',
  'selector_drift',
  'host_blocked',
  'queue_old',
  'disk_low',
] as const;
export type AlertRule = (typeof ALERT_RULES)[number];

export const ALERT_CHANNEL_KINDS = ['dingtalk', 'feishu', 'wecom', 'webhook'] as const;
export type AlertChannelKind = (typeof ALERT_CHANNEL_KINDS)[number];

export type AlertSeverity = 'warning' | 'critical';

/** One trouble from its first sign to its end; while it lasts there is no second one of its rule and subject. */
export interface IncidentView {
  id: number;
  rule: AlertRule;
  /** Code of the site or target, a host, or nothing where the rule concerns everything. */
  subject: string;
  severity: AlertSeverity;
  state: 'firing' | 'recovered';
  title: string;
  message: string;
  /** How many looks found it. */
  seen: number;
  firstAt: string;
  lastAt: string;
  recoveredAt: string | null;
  acknowledgedAt: string | null;
  acknowledgedBy: string | null;
}

export interface IncidentPage {
  count: number;
  total: number;
  limit: number;
  offset: number;
  items: IncidentView[];
}

/** Where alerts are sent. The address' query and the secret are never given back. */
export interface AlertChannelView {
  id: number;
  name: string;
  kind: AlertChannelKind;
  /** Without its query, which may hold a token. */
  address: string;
  hasSecret: boolean;
  enabled: boolean;
  /** Less severe alerts are not sent here. */
  minSeverity: AlertSeverity;
  createdAt: string;
}

export interface AlertChannelList {
  count: number;
  items: AlertChannelView[];
}

export interface AlertDeliveryView {
  id: number;
  channelId: number;
  channelName: string;
  kind: 'firing' | 'recovered' | 'test';
  title: string;
  incidentIds: number[];
  state: 'pending' | 'sent' | 'failed';
  attempts: number;
  httpStatus: number | null;
  error: string | null;
  createdAt: string;
  nextTryAt: string | null;
  sentAt: string | null;
}

export interface AlertDeliveryPage {
  count: number;
  total: number;
  limit: number;
  offset: number;
  items: AlertDeliveryView[];
}
