import { createHmac } from 'node:crypto';
import { type AlertChannelKind } from '@govcrawler/contracts';
import { type WebhookAnswer } from '@govcrawler/fetch';
import { Webhook } from 'standardwebhooks';
import { type Secrets } from '../webhooks/seal-secrets.js';
import { failureOf } from '../webhooks/webhook-sender.js';

/** The longest markdown that 企业微信 takes, in bytes of UTF-8. */
const WECOM_BYTES = 4096;

/** A message and the channel it goes to. */
export interface AlertMessage {
  id: number;
  kind: 'firing' | 'recovered' | 'test';
  title: string;
  text: string;
  incidents: unknown[];
  createdAt: Date;
}

export interface SigningChannel {
  kind: AlertChannelKind;
  url: string;
  secret: string | null;
}

export interface SignedRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** A channel as it is used: with address and secret readable. */
export function openChannel<T extends SigningChannel>(channel: T, secrets: Secrets): T {
  const secret = channel.secret === null ? null : secrets.open(channel.secret);
  return { ...channel, url: secrets.open(channel.url), secret };
}

/** The request that a channel understands, signed in its own way at the moment it is sent. */
export function signedRequest(message: AlertMessage, channel: SigningChannel, now: Date): SignedRequest {
  const { title, text } = message;
  switch (channel.kind) {
    case 'dingtalk':
      return plain(dingtalkAddress(channel, now), {
        msgtype: 'markdown',
        markdown: { title, text: `### ${title}\n\n${text}` },
      });
    case 'feishu':
      return plain(channel.url, {
        ...feishuSignature(channel, now),
        msg_type: 'text',
        content: { text: `${title}\n${text}` },
      });
    case 'wecom':
      return plain(channel.url, {
        msgtype: 'markdown',
        markdown: { content: withinBytes(`**${title}**\n${text}`, WECOM_BYTES) },
      });
    case 'webhook':
      return standardWebhook(message, channel, now);
  }
}

/** Null when the channel took the message; chat services say so in the body, whatever the status. */
export function refusalIn(kind: AlertChannelKind, message: WebhookAnswer): string | null {
  const failure = failureOf(message);
  if (failure !== null || message.kind === 'failed' || kind === 'webhook') return failure;
  try {
    const answer = JSON.parse(message.body) as { errcode?: number; code?: number; errmsg?: string; msg?: string };
    const code = answer.errcode ?? answer.code;
    return code === 0 ? null : `${code ?? '?'}: ${answer.errmsg ?? answer.msg ?? 'no reason given'}`;
  } catch {
    return 'the answer is no JSON';
  }
}

/** A secret that Standard Webhooks can sign with: whsec_ and base64. */
export function isWebhookSecret(secret: string): boolean {
  return /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret);
}

/** Whole lines of a text, as many as may be; 企业微信 refuses a longer one altogether. */
function withinBytes(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text;
  const rest = '\n……更多见管理后台';
  const room = most - Buffer.byteLength(rest);
  let kept = '';
  for (const line of text.split('\n')) {
    const longer = kept === '' ? line : `${kept}\n${line}`;
    if (Buffer.byteLength(longer) > room) break;
    kept = longer;
  }
  return (
    (kept ||
      Buffer.from(text)
        .subarray(0, room)
        .toString('utf8')
        .replace(/\ufffd+$/, '')) + rest
  );
}

function plain(url: string, content: object): SignedRequest {
  return { url, headers: {}, body: JSON.stringify(content) };
}

function dingtalkAddress({ url, secret }: SigningChannel, now: Date): string {
  if (secret === null) return url;
  const timestamp = String(now.getTime());
  const address = new URL(url);
  address.searchParams.set('timestamp', timestamp);
  address.searchParams.set('sign', createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64'));
  return address.toString();
}

function feishuSignature({ secret }: SigningChannel, now: Date): object {
  if (secret === null) return {};
  const timestamp = String(Math.floor(now.getTime() / 1000));
  return { timestamp, sign: createHmac('sha256', `${timestamp}\n${secret}`).update('').digest('base64') };
}

function standardWebhook(
  { id, kind, title, text, incidents, createdAt }: AlertMessage,
  { url, secret }: SigningChannel,
  now: Date,
): SignedRequest {
  const body = JSON.stringify({
    type: `alert.${kind}`,
    timestamp: createdAt.toISOString(),
    data: { title, text, incidents },
  });
  // The same id at every try: a receiver that took it before can tell.
  const messageId = `alert_${id}`;
  const headers: Record<string, string> = {
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
  };
  if (secret !== null) headers['webhook-signature'] = new Webhook(secret).sign(messageId, now, body);
  return { url, headers, body };
}
