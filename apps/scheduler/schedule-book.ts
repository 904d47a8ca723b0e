import { ticksBetween, type CronExpression } from '@govcrawler/core';

export interface BookedTarget {
  code: string;
  /** As somebody wrote it; the same words mean the same schedule. */
  written: string;
  /** What fires. */
  expression: CronExpression;
}

export interface ScheduleChanges {
  add: BookedTarget[];
  remove: string[];
  reschedule: BookedTarget[];
}

export interface DueTick {
  code: string;
  tick: Date;
}

interface Entry extends BookedTarget {
  nextAt: number | null;
  /** The last reconcile that still wanted it. */
  wantedIn: number;
}

/** After a long sleep of the process, no more than this many ticks of one target are made up for. */
const MAX_LATE_TICKS = 100;

/** Which target fires when; lives in memory and follows the database by reconciling. */
export class ScheduleBook {
  private readonly entries = new Map<string, Entry>();
  private readonly byTime = new Map<number, Set<string>>();

  get size(): number {
    return this.entries.size;
  }

  /** Notes that a reconcile wants a target, and says by which words it runs so far. */
  want(code: string, reconcile: number): string | null {
    const entry = this.entries.get(code);
    if (!entry) return null;
    entry.wantedIn = reconcile;
    return entry.written;
  }

  /** Targets that a reconcile did not want. */
  unwanted(reconcile: number): string[] {
    const codes: string[] = [];
    for (const { code, wantedIn } of this.entries.values()) if (wantedIn !== reconcile) codes.push(code);
    return codes;
  }

  /** What is added or moved fires from `now` on, never for moments before. */
  apply({ add, remove, reschedule }: ScheduleChanges, now: number, reconcile: number): void {
    for (const code of remove) this.drop(code);
    for (const { code } of reschedule) this.drop(code);
    for (const target of [...add, ...reschedule]) {
      const entry: Entry = { ...target, nextAt: null, wantedIn: reconcile };
      this.entries.set(target.code, entry);
      this.book(entry, now);
    }
  }

  /** Every tick up to `now` that was not taken yet, oldest first; each is given out once. */
  takeDue(now: number): DueTick[] {
    const due: DueTick[] = [];
    for (const at of [...this.byTime.keys()].filter((time) => time <= now)) {
      const codes = this.byTime.get(at)!;
      this.byTime.delete(at);
      for (const code of codes) {
        const entry = this.entries.get(code)!;
        // One tick is the rule; more only when the process could not run for longer than the distance of two ticks.
        for (const tick of ticksBetween(entry.expression, at - 1, now, MAX_LATE_TICKS)) {
          due.push({ code, tick: new Date(tick) });
        }
        this.book(entry, now);
      }
    }
    return due.sort((a, b) => a.tick.getTime() - b.tick.getTime());
  }

  /** When the next tick of any target is due. */
  nextDueAt(): number | null {
    let next: number | null = null;
    for (const at of this.byTime.keys()) if (next === null || at < next) next = at;
    return next;
  }

  private book(entry: Entry, after: number): void {
    entry.nextAt = entry.expression.next(after);
    if (entry.nextAt === null) return;
    const codes = this.byTime.get(entry.nextAt);
    if (codes) codes.add(entry.code);
    else this.byTime.set(entry.nextAt, new Set([entry.code]));
  }

  private drop(code: string): void {
    const entry = this.entries.get(code);
    if (!entry) return;
    this.entries.delete(code);
    if (entry.nextAt === null) return;
    const codes = this.byTime.get(entry.nextAt);
    codes?.delete(code);
    if (codes?.size === 0) this.byTime.delete(entry.nextAt);
  }
}
