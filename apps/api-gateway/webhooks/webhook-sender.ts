import { type WebhookAnswer } from '@govcrawler/fetch';

/** The way out for messages of the platform, guarded as every way out. */
export abstract class WebhookSender {
  /** Why the address must not be called, or null. Names are resolved only when it is. */
  abstract refusal(url: string): string | null;
  abstract post(url: string, body: string, headers: Record<string, string>): Promise<WebhookAnswer>;
}

/** A process that was given no way out sends nothing. */
export const NO_WAY_OUT: WebhookSender = {
  refusal: () => 'webhooks are switched off',
  post: async () => ({ kind: 'failed', reason: 'webhooks are switched off' }),
};

/** Null for an answer of 2xx, else what happened. */
export function failureOf(answer: WebhookAnswer): string | null {
  if (answer.kind === 'failed') return answer.reason;
  return answer.status >= 200 && answer.status < 300 ? null : `HTTP ${answer.status}`;
}

export const REFUSED_ADDRESS = '只能是 https 地址，或管理员在 WEBHOOK_INTERNAL_RECEIVERS 中列出的内部接收方';
