import { Injectable } from '@nestjs/common';
import {
  type PageOf,
  type SourceChecks,
  type SourceKind,
  type SourceState,
  type SourceSummary,
  type SourceView,
} from '@govcrawler/contracts';
import { sourceIdOf, type SourceCheck, type SourceSearch, type StoredSource } from '@govcrawler/persistence';
import { Clock } from '../gateway-infrastructure.js';
import { checkView, sourceView } from './present-source.js';

/** Sources as they are stored. */
export abstract class StoredSources {
  abstract list(search: SourceSearch): Promise<{ total: number; items: StoredSource[] }>;
  abstract find(targetCode: string): Promise<StoredSource | null>;
  abstract countByState(now: Date): Promise<Record<SourceState, number>>;
  abstract figures(
    now: Date,
  ): Promise<{ byCadence: Record<string, number>; checks: number; hits: number; overdue: number }>;
  abstract feeds(): Promise<{ code: string; name: string; url: string; category: string | null; siteUrl: string }[]>;
}

/** The decision log, and the way back onto the schedule. */
export abstract class SourceChecksLog {
  abstract checksOf(targetId: number, limit: number, before: number | null): Promise<SourceCheck[]>;
  abstract resume(sourceId: string, now: Date): Promise<boolean>;
}

export interface SourceFilter {
  q?: string;
  kind?: SourceKind;
  state?: SourceState;
  limit: number;
  offset: number;
}

/** What is known of sources, why they are looked at when they are, and what that found. */
@Injectable()
export class ListSources {
  constructor(
    private readonly sources: StoredSources,
    private readonly log: SourceChecksLog,
    private readonly clock: Clock,
  ) {}

  async list(filter: SourceFilter): Promise<PageOf<SourceView>> {
    const now = this.clock.now();
    const { total, items } = await this.sources.list({ ...filter, now });
    const { limit, offset } = filter;
    return { count: items.length, total, limit, offset, items: items.map((source) => sourceView(source, now)) };
  }

  async read(code: string): Promise<SourceView | null> {
    const source = await this.sources.find(code);
    return source && sourceView(source, this.clock.now());
  }

  async summary(): Promise<SourceSummary> {
    const now = this.clock.now();
    const [byState, figures] = [await this.sources.countByState(now), await this.sources.figures(now)];
    const total = Object.values(byState).reduce((sum, count) => sum + count, 0);
    return { total, byState, ...figures, hitRate: figures.checks > 0 ? figures.hits / figures.checks : null };
  }

  async checks(code: string, limit: number, before: number | null): Promise<SourceChecks | null> {
    const source = await this.sources.find(code);
    if (!source) return null;
    const lines = await this.log.checksOf(source.target.id, limit, before);
    return { items: lines.map(checkView), nextBefore: lines.length < limit ? null : (lines.at(-1)?.id ?? null) };
  }

  /** The trouble is over: due at once. Null when there is no such source, or it is on no schedule of its own. */
  async resume(code: string): Promise<SourceView | null> {
    const done = await this.log.resume(sourceIdOf(code), this.clock.now());
    return done ? this.read(code) : null;
  }
}
