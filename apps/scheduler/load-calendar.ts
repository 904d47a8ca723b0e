import { readFileSync } from 'node:fs';
import { ConfigError, WorkingCalendar } from '@govcrawler/core';
import { z } from 'zod';

const calendarSchema = z.object({
  years: z.record(
    z.string().regex(/^\d{4}$/),
    z.object({
      source: z.string().min(1),
      holidays: z.array(z.object({ name: z.string(), from: z.string(), to: z.string() })),
      workdays: z.array(z.string()),
    }),
  ),
});

/** Reads config/calendar/china.json, or says what is wrong with it. */
export function loadCalendar(file: string): WorkingCalendar {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new ConfigError(`The calendar ${file} cannot be read: ${(cause as Error).message}`, { cause });
  }
  const parsed = calendarSchema.safeParse(content);
  if (!parsed.success) throw new ConfigError(`The calendar ${file} is wrong: ${z.prettifyError(parsed.error)}`);
  return new WorkingCalendar(parsed.data);
}
