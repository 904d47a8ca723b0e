import { Injectable } from '@nestjs/common';
import { SharedSettings } from '../auth/shared-settings.js';
import { Clock } from '../gateway-infrastructure.js';

const SETTING = 'hosts.paused';
/** Every run asks; a pause may take this long to reach another replica. */
const REREAD_MS = 2_000;

/** Hosts that operators have paused, with the end of each pause; kept with the settings, so that no flush forgets it. */
@Injectable()
export class PausedHosts {
  private known: { hosts: Record<string, number>; readAt: number } | null = null;

  constructor(
    private readonly settings: SharedSettings,
    private readonly clock: Clock,
  ) {}

  /** When the pause of a host ends; null when it is not paused. */
  async until(host: string): Promise<Date | null> {
    const end = (await this.all(REREAD_MS)).get(host);
    return end ?? null;
  }

  async all(maxAgeMs = 0): Promise<Map<string, Date>> {
    if (!this.known || performance.now() - this.known.readAt > maxAgeMs) {
      const readAt = performance.now();
      this.known = { hosts: (await this.settings.get<Record<string, number>>(SETTING)) ?? {}, readAt };
    }
    const now = this.clock.now().getTime();
    const paused = Object.entries(this.known.hosts).filter(([, end]) => end > now);
    return new Map(paused.map(([host, end]) => [host, new Date(end)]));
  }

  async set(host: string, until: Date | null): Promise<void> {
    const hosts = Object.fromEntries([...(await this.all())].map(([name, end]) => [name, end.getTime()]));
    if (until) hosts[host] = until.getTime();
    else delete hosts[host];
    await this.settings.set(SETTING, hosts);
    this.known = null;
  }
}
