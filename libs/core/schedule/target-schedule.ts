import { parseCron, type CronExpression, type CronProblem, type ParsedCron } from './cron-expression.js';
import {
  ADAPTIVE_SCHEDULE,
  resolveCron,
  spreadDefault,
  type CronLevel,
  type CronSources,
  type ResolvedCron,
} from './resolve-cron.js';

/** What a target's schedule is made of; `listEnabled()` of the target repository answers this shape. */
export interface SchedulableTarget {
  code: string;
  siteCode: string;
  crons: { target: string | null; column: string | null; defaultColumn: string | null; site: string | null };
}

/** What holds for one target, and who said so: the scheduler fires by it and the console shows it. */
export type TargetSchedule = ResolvedCron &
  (
    | {
        kind: 'cron';
        /** What really fires: the written cron, or the target's own minute of the default window. */
        effectiveCron: string;
        /** The default was moved to the target's own minute. */
        spread: boolean;
        expression: CronExpression;
      }
    | { kind: 'adaptive' }
    | { kind: 'invalid'; problem: CronProblem }
  );

/** Reads expressions once: most targets share a few hundred of them. */
export class CronReader {
  private readonly known = new Map<string, ParsedCron>();

  read(text: string): ParsedCron {
    const known = this.known.get(text);
    if (known) return known;
    // Operators may try out endlessly many; forgetting them all now and then is cheaper than counting their use.
    if (this.known.size >= MAX_KNOWN) this.known.clear();
    const parsed = parseCron(text);
    this.known.set(text, parsed);
    return parsed;
  }
}
const MAX_KNOWN = 10_000;

/** The one resolver behind the scheduler and GET /admin/api/jobs/scheduled. */
export function scheduleOf(target: SchedulableTarget, reader: CronReader = new CronReader()): TargetSchedule {
  const resolved = resolveCron(cronSources(target));
  if (resolved.cron.toLowerCase() === ADAPTIVE_SCHEDULE) return { ...resolved, kind: 'adaptive' };
  const effectiveCron = spreadDefault(resolved.cron, target.siteCode, target.code);
  const parsed = reader.read(effectiveCron);
  if (!parsed.ok) return { ...resolved, kind: 'invalid', problem: parsed.problem };
  const spread = effectiveCron !== resolved.cron;
  return { ...resolved, kind: 'cron', effectiveCron: parsed.cron.text, spread, expression: parsed.cron };
}

/** The words that a target runs by; as long as they stay the same, so does its schedule. */
export function writtenCron(target: SchedulableTarget): string {
  return resolveCron(cronSources(target)).cron;
}

/** What a target that schedules itself ran by before: the strongest cron beside the word "adaptive". */
export function manualRhythm(target: SchedulableTarget, reader: CronReader = new CronReader()): CronExpression | null {
  const said = (cron: string | null) => (cron?.trim().toLowerCase() === ADAPTIVE_SCHEDULE ? null : cron);
  const { target: own, column, defaultColumn, site } = target.crons;
  const crons = { target: said(own), column: said(column), defaultColumn: said(defaultColumn), site: said(site) };
  const schedule = scheduleOf({ ...target, crons }, reader);
  return schedule.kind === 'cron' ? schedule.expression : null;
}

function cronSources({ crons }: SchedulableTarget): CronSources {
  return {
    targetCron: crons.target,
    columnSchedule: crons.column,
    defaultColumnSchedule: crons.defaultColumn,
    siteCron: crons.site,
  };
}

/** One line of GET /admin/api/jobs/scheduled; times are ISO 8601 in UTC. */
export interface ScheduledRunView {
  targetCode: string;
  siteCode: string;
  /** As written; "adaptive" for targets that schedule themselves. */
  cron: string;
  /** What fires after the default window was spread; null where there is no cron. */
  effectiveCron: string | null;
  level: CronLevel;
  nextRuns: string[];
  /** Why this target will not run. */
  problem: CronProblem | null;
}

/** What the console shows of one target: the very moments at which the scheduler fires. */
export function scheduledRuns(
  target: SchedulableTarget,
  now: Date,
  count = 10,
  reader: CronReader = new CronReader(),
): ScheduledRunView {
  const schedule = scheduleOf(target, reader);
  const runs = schedule.kind === 'cron' ? schedule.expression.nextRuns(now.getTime(), count) : [];
  return {
    targetCode: target.code,
    siteCode: target.siteCode,
    cron: schedule.cron,
    effectiveCron: schedule.kind === 'cron' ? schedule.effectiveCron : null,
    level: schedule.level,
    nextRuns: runs.map((at) => new Date(at).toISOString()),
    problem: schedule.kind === 'invalid' ? schedule.problem : null,
  };
}
