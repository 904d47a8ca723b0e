import { type Actor } from '../../auth/actor.decorator.js';

/** Who may push to a consumer now; the leases of hosts serve here too. */
export abstract class PushLeases {
  abstract acquire(key: string, holder: string, ttlMs: number): Promise<{ token: number } | null>;
  abstract renew(key: string, token: number, ttlMs: number): Promise<boolean>;
  abstract release(key: string, token: number): Promise<boolean>;
}

/** What became of pushing. */
export abstract class WebhookState {
  abstract webhookFailed(name: string, message: string, nextTryAt: Date): Promise<void>;
  abstract webhookWorks(name: string): Promise<void>;
}

export abstract class EditableWebhooks {
  /** False when there is no such consumer. */
  abstract setWebhook(name: string, webhook: { url: string; secret: string } | null, actor: Actor): Promise<boolean>;
}
