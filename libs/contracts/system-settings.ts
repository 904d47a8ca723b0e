import { z } from 'zod';

/*
 * How the system looks after itself (/admin/api/settings), kept as one document. Every process reads it when it needs
 * it, so that a change holds without a restart.
 */

export const SYSTEM_SETTINGS_KEY = 'system_settings';

const count = (byDefault: number, [min, max]: [number, number], description: string) =>
  z.int().min(min).max(max).default(byDefault).describe(description);

export const retentionSettingsSchema = z.strictObject({
  jobsPerTarget: count(200, [1, 10_000], 'Finished crawls that are kept of each target'),
  crawlLogDays: count(90, [0, 3650], 'Days for which attempts are logged; 0: for ever'),
  alertDays: count(180, [0, 3650], 'Days for which troubles that are over and their messages are kept; 0: for ever'),
});

export const alertSettingsSchema = z.strictObject({
  leastAttempts: count(10, [1, 10_000], 'Fewer attempts in an hour say nothing about a site'),
  siteFailurePercent: count(50, [1, 100], 'Share of failed attempts at which a site is in trouble'),
  overallFailurePercent: count(30, [1, 100], 'Share of failed attempts at which everything is in trouble'),
  blockedTimes: count(3, [1, 1_000], 'Times in an hour that a host may turn us away'),
  silentGaps: count(5, [2, 100], 'A target is silent after this many of its usual gaps'),
  leastSilenceHours: count(48, [1, 8_760], 'No target is silent before'),
  leastSample: count(5, [1, 1_000], 'Fewer documents of a day say nothing about selectors'),
  driftPercent: count(50, [1, 100], 'Share of short, untitled or generically read documents that means drift'),
  queueAgeMinutes: count(120, [1, 10_080], 'A crawl may wait this long'),
  diskFreePercent: count(5, [0, 50], 'Least free share of the disk'),
  diskFreeGb: count(2, [0, 10_000], 'Least free space of the disk'),
});

export type RetentionSettings = z.infer<typeof retentionSettingsSchema>;
export type AlertSettings = z.infer<typeof alertSettingsSchema>;

export interface SystemSettings {
  retention: RetentionSettings;
  alerts: AlertSettings;
}

export interface SystemSettingsView extends SystemSettings {
  /** What holds where nobody has said anything. */
  defaults: SystemSettings;
  version: string;
}

/** Whatever is stored, as settings: what is missing, or no longer fits, has its default. */
export function readSystemSettings(stored: unknown): SystemSettings {
  const parts = (stored ?? {}) as Record<string, unknown>;
  return {
    retention: soundFields(retentionSettingsSchema, parts['retention']),
    alerts: soundFields(alertSettingsSchema, parts['alerts']),
  };
}

/** The fields of an object that fit its schema; the others as by default. */
export function soundFields<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  said: unknown,
): z.infer<z.ZodObject<Shape>> {
  const fields = typeof said === 'object' && said !== null ? (said as Record<string, unknown>) : {};
  const sound = Object.entries(schema.shape as unknown as Record<string, z.ZodType>).map(([name, field]) => {
    const read = field.safeParse(fields[name]);
    return [name, read.success ? read.data : field.parse(undefined)];
  });
  return Object.fromEntries(sound) as z.infer<z.ZodObject<Shape>>;
}
