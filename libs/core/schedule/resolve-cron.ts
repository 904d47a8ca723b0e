import { createHash } from 'node:crypto';

/** Holds where nobody says anything; targets that follow it are spread over the night. */
export const DEFAULT_CRON = '0 2 * * *';
/** Written in place of a cron: the target schedules itself by what it publishes. */
export const ADAPTIVE_SCHEDULE = 'adaptive';

/** Where a schedule comes from, strongest first. */
export const CRON_LEVELS = ['target', 'column', 'default_column', 'site', 'default'] as const;
export type CronLevel = (typeof CRON_LEVELS)[number];

export interface CronSources {
  /** crawl_target.schedule_cron */
  targetCron?: string | null;
  /** `schedule` of the column in the site file */
  columnSchedule?: string | null;
  /** `schedule` of default_column in the site file */
  defaultColumnSchedule?: string | null;
  /** crawl_site.schedule_cron */
  siteCron?: string | null;
}

export interface ResolvedCron {
  /** As written, without blanks around it; not checked. */
  cron: string;
  level: CronLevel;
}

/** The first of the five levels that says something; blank counts as saying nothing. */
export function resolveCron(sources: CronSources): ResolvedCron {
  const said: [CronLevel, string | null | undefined][] = [
    ['target', sources.targetCron],
    ['column', sources.columnSchedule],
    ['default_column', sources.defaultColumnSchedule],
    ['site', sources.siteCron],
  ];
  for (const [level, text] of said) {
    const cron = text?.trim();
    if (cron) return { cron, level };
  }
  return { cron: DEFAULT_CRON, level: 'default' };
}

const WINDOW_START_HOUR = 1;
const WINDOW_MINUTES = 240;

/** Minutes after 01:00 at which a target of the default window runs: the same in every process, for ever. */
export function spreadMinute(siteCode: string, targetCode: string): number {
  return createHash('sha256').update(`${siteCode}/${targetCode}`).digest().readUInt32BE(0) % WINDOW_MINUTES;
}

/** A cron that equals the default is moved to the target's own minute between 01:00 and 05:00. */
export function spreadDefault(cron: string, siteCode: string, targetCode: string): string {
  if (cron.split(/\s+/).join(' ') !== DEFAULT_CRON) return cron;
  const minute = spreadMinute(siteCode, targetCode);
  return `${minute % 60} ${WINDOW_START_HOUR + Math.floor(minute / 60)} * * *`;
}
