import { Injectable } from '@nestjs/common';
import { Clock } from '../gateway-infrastructure.js';
import { Secrets } from './seal-secrets.js';
import { signedHeaders } from './signed-headers.js';
import { failureOf, WebhookSender } from './webhook-sender.js';

/** Sends to a consumer's webhook, signed with the consumer's secret. */
@Injectable()
export class PostSigned {
  constructor(
    private readonly sender: WebhookSender,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** Null when the receiver has it, else what happened. `secret` is as it is stored. */
  async post(url: string, secret: string, id: string, body: string): Promise<string | null> {
    let headers: Record<string, string>;
    try {
      headers = signedHeaders(this.secrets.open(secret), id, this.clock.now(), body);
    } catch (error) {
      return (error as Error).message;
    }
    return failureOf(await this.sender.post(url, body, headers));
  }
}
