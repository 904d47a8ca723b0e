import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../gateway-infrastructure.js';

const SETTING = 'gateway.session_key';
/** Two replicas that start for the first time at once may each make a key; after this time both use the stored one. */
const REREAD_MS = 30_000;

/** Settings that all replicas share. */
export abstract class SharedSettings {
  abstract get<T>(key: string): Promise<T | null>;
  abstract set(key: string, value: unknown): Promise<void>;
}

/** The installation's secret for signing sessions: one for all replicas, kept across restarts. */
@Injectable()
export class SessionKey {
  private known: { bytes: Buffer; readAt: number } | null = null;

  constructor(
    private readonly settings: SharedSettings,
    private readonly clock: Clock,
  ) {}

  async bytes(): Promise<Buffer> {
    const now = this.clock.now().getTime();
    if (this.known && Math.abs(now - this.known.readAt) < REREAD_MS) return this.known.bytes;
    const bytes = Buffer.from((await this.settings.get<string>(SETTING)) ?? (await this.make()), 'base64');
    this.known = { bytes, readAt: now };
    return bytes;
  }

  private async make(): Promise<string> {
    const key = randomBytes(32).toString('base64');
    await this.settings.set(SETTING, key);
    return key;
  }
}
