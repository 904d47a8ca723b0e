import { DAY_MS } from '../china-time.js';
import { planChecks, type PlannedCheck } from '../adaptive/plan-checks.js';
import { PublicationModel } from '../adaptive/publication-model.js';
import { updateSourceStats, type SourceStats } from '../adaptive/source-stats.js';
import { type WorkingCalendar } from '../adaptive/working-calendar.js';
import { parseCron } from '../cron-expression.js';
import { DEFAULT_CRON, spreadDefault } from '../resolve-cron.js';
import { type Policy, type ReplaySpan, type Watcher } from './replay.js';

/** The default cron: once a night, each source at its own minute. */
export function fixedCron(name = 'fixed_cron'): Policy {
  return {
    name,
    watch: (source) => {
      const parsed = parseCron(spreadDefault(DEFAULT_CRON, source, source));
      if (!parsed.ok) throw new Error(parsed.problem.message);
      return { nextCheck: (now) => parsed.cron.next(now) ?? now + DAY_MS };
    },
  };
}

/** Looks at every source equally often, at equal distances. */
export function fixedInterval(name: string, checksPerSource: number): Policy {
  return {
    name,
    watch: (_source, { start, end }) => {
      const gap = Math.max(1, Math.floor((end - start) / Math.max(1, checksPerSource - 1)));
      return { nextCheck: (now) => now + gap };
    },
  };
}

const RECENT_ENTRIES = 30;

/** The adaptive rules of the owner's document as they are written; `scale` stretches all its intervals. */
export function asSpecified(name = 's2', scale = 1): Policy {
  return { name, watch: (source) => new SpecifiedWatcher(source, scale) };
}

class SpecifiedWatcher implements Watcher {
  private stats: SourceStats | null = null;
  private recent: { publishedAt: number }[] = [];

  constructor(
    private readonly source: string,
    private readonly scale: number,
  ) {}

  nextCheck(now: number, found: readonly number[]): number {
    this.recent = [...this.recent, ...found.map((publishedAt) => ({ publishedAt }))].slice(-RECENT_ENTRIES);
    // A repeatable jitter: the golden ratio spreads any sequence evenly over [0, 1).
    const random = ((this.stats?.checkCount ?? 0) * 0.618_033_988_749_895) % 1;
    const identity = { sourceId: this.source, sourceType: 'rss' as const };
    const outcome = { hasNew: found.length > 0, error: null };
    const update = updateSourceStats(identity, this.stats, outcome, this.recent, new Date(now), random, this.scale);
    this.stats = update.stats;
    return update.stats.nextDueAt!.getTime();
  }
}

const REMEMBERED = 1500;
/** A plan is made anew after this long, even when nothing came. */
const REPLAN_MS = DAY_MS / 2;
/** Habits are learnt anew when this share of what is known is new, or after a day. */
const RELEARN_SHARE = 0.02;

/** Our prediction: a model of each source's habits, and the cheapest checks under it. */
export function byPrediction(calendar: WorkingCalendar): Policy {
  return { name: 'ours', watch: (_source, span) => new PredictingWatcher(calendar, span) };
}

class PredictingWatcher implements Watcher {
  private times: number[] = [];
  private model: PublicationModel | null = null;
  private learntAt = Number.NEGATIVE_INFINITY;
  private unlearnt = 0;
  private plan: PlannedCheck[] = [];
  private plannedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly calendar: WorkingCalendar,
    private readonly span: ReplaySpan,
  ) {}

  nextCheck(now: number, found: readonly number[]): number {
    if (found.length > 0) this.times = [...this.times, ...found].slice(-REMEMBERED);
    this.unlearnt += found.length;
    if (found.length > 0 || this.plan.length === 0 || now - this.plannedAt > REPLAN_MS) {
      this.plan = planChecks(this.currentModel(now), now);
      this.plannedAt = now;
    }
    return this.plan.shift()!.at;
  }

  private currentModel(now: number): PublicationModel {
    if (this.model && this.unlearnt <= RELEARN_SHARE * this.times.length && now - this.learntAt < DAY_MS) {
      const latest = this.times.at(-1);
      if (latest !== undefined) this.model.noteLatest(latest);
      return this.model;
    }
    // What is no longer remembered is no longer watched either: rates would come out too low.
    const since = this.times.length < REMEMBERED ? this.span.start : this.times[0]!;
    this.model = new PublicationModel({ times: this.times, since, now }, this.calendar);
    [this.learntAt, this.unlearnt] = [now, 0];
    return this.model;
  }
}
