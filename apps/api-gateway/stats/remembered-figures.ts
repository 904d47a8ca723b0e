import { Injectable } from '@nestjs/common';
import { GatewayInfrastructure } from '../gateway-infrastructure.js';

/** A figure may be as old as this many times the time it took: counting costs at most a twentieth of the database. */
const WORTH = 20;
export const MAX_FIGURE_AGE_MS = 60_000;
/** Older ones are counted anew before they are shown. */
const STALE_MS = 10 * 60_000;

/**
 * Figures that are dear to count are counted now and then; cheap ones every time. Who asks for old ones gets them at
 * once, and they are counted anew meanwhile; many who ask at once share one count.
 */
@Injectable()
export class RememberedFigures {
  private readonly maxAgeMs: number;
  private readonly known = new Map<string, { figures: unknown; until: number; stale: number }>();
  private readonly counting = new Map<string, Promise<unknown>>();

  constructor({ maxFigureAgeMs = MAX_FIGURE_AGE_MS }: GatewayInfrastructure) {
    this.maxAgeMs = maxFigureAgeMs;
  }

  async get<T>(name: string, count: () => Promise<T>): Promise<T> {
    const known = this.known.get(name);
    const now = performance.now();
    if (known && known.until > now) return known.figures as T;
    let running = this.counting.get(name) as Promise<T> | undefined;
    if (!running) {
      running = this.count(name, count).finally(() => this.counting.delete(name));
      this.counting.set(name, running);
    }
    if (known && known.stale > now) {
      running.catch(() => undefined);
      return known.figures as T;
    }
    return running;
  }

  private async count<T>(name: string, count: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    const figures = await count();
    const took = performance.now() - begun;
    // Below this nobody waits and nothing is saved.
    if (took < 100) this.known.delete(name);
    else {
      const until = performance.now() + Math.min(took * WORTH, this.maxAgeMs);
      // Where figures must be fresh, old ones are of no use.
      this.known.set(name, { figures, until, stale: this.maxAgeMs === 0 ? until : until + STALE_MS });
    }
    return figures;
  }
}
