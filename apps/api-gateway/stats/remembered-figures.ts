import { Injectable } from '@nestjs/common';
import { GatewayInfrastructure } from '../gateway-infrastructure.js';

/** A figure may be as old as this many times the time it took: counting costs at most a twentieth of the database. */
const WORTH = 20;
export const MAX_FIGURE_AGE_MS = 60_000;

/** Figures that are dear to count are counted now and then; cheap ones every time. Many who ask at once share one count. */
@Injectable()
export class RememberedFigures {
  private readonly maxAgeMs: number;
  private readonly known = new Map<string, { figures: unknown; until: number }>();
  private readonly counting = new Map<string, Promise<unknown>>();

  constructor({ maxFigureAgeMs = MAX_FIGURE_AGE_MS }: GatewayInfrastructure) {
    this.maxAgeMs = maxFigureAgeMs;
  }

  async get<T>(name: string, count: () => Promise<T>): Promise<T> {
    const known = this.known.get(name);
    if (known && known.until > performance.now()) return known.figures as T;
    let running = this.counting.get(name) as Promise<T> | undefined;
    if (!running) {
      running = this.count(name, count).finally(() => this.counting.delete(name));
      this.counting.set(name, running);
    }
    return running;
  }

  private async count<T>(name: string, count: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    const figures = await count();
    const took = performance.now() - begun;
    // Below this nobody waits and nothing is saved.
    if (took < 100) this.known.delete(name);
    else this.known.set(name, { figures, until: performance.now() + Math.min(took * WORTH, this.maxAgeMs) });
    return figures;
  }
}
