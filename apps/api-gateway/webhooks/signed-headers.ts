import { Webhook } from 'standardwebhooks';

/** Headers by which a receiver knows who sent a message and that it is unchanged (Standard Webhooks). */
export function signedHeaders(secret: string, id: string, now: Date, body: string): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  };
}
