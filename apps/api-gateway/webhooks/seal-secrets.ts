import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { SecretBox } from '@govcrawler/platform';
import { GatewayInfrastructure } from '../gateway-infrastructure.js';
import { ProblemException } from '../http/problem.js';

/** What signs and addresses messages: sealed wherever it is stored, open in memory alone. */
export abstract class Secrets {
  abstract seal(secret: string): string;
  abstract open(stored: string): string;
}

/** A process without a key stores no secret; what was stored open can be used. */
export const NO_KEY: Secrets = {
  seal: () => {
    throw new ProblemException('secrets_key_missing');
  },
  open: (stored) => {
    if (SecretBox.isSealed(stored)) throw new Error('This process has no SECRETS_KEY');
    return stored;
  },
};

/** Secrets of alert channels and consumers as they are stored. */
export abstract class KeptSecrets {
  abstract readonly alerts: {
    channels(): Promise<{ id: number; url: string; secret: string | null }[]>;
    changeChannel(id: number, values: { url: string; secret: string | null }): Promise<void>;
  };
  abstract readonly consumers: {
    list(): Promise<{ name: string; webhookSecret: string | null }[]>;
    sealWebhookSecret(name: string, open: string, sealed: string): Promise<void>;
  };
}

/** Seals at the start what earlier versions stored open. */
@Injectable()
export class SealSecrets implements OnApplicationBootstrap {
  constructor(
    private readonly kept: KeptSecrets,
    private readonly secrets: Secrets,
    private readonly infrastructure: GatewayInfrastructure,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!this.infrastructure.secrets) return;
    const { alerts, consumers } = this.kept;
    const sealed = (secret: string) => (SecretBox.isSealed(secret) ? secret : this.secrets.seal(secret));
    for (const { id, url, secret } of await alerts.channels()) {
      if (SecretBox.isSealed(url) && (secret === null || SecretBox.isSealed(secret))) continue;
      await alerts.changeChannel(id, { url: sealed(url), secret: secret === null ? null : sealed(secret) });
    }
    for (const { name, webhookSecret } of await consumers.list()) {
      if (webhookSecret === null || SecretBox.isSealed(webhookSecret)) continue;
      await consumers.sealWebhookSecret(name, webhookSecret, this.secrets.seal(webhookSecret));
    }
  }
}
