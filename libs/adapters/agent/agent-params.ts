import { z } from 'zod';

const day = (text: string) =>
  z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day, YYYY-MM-DD')
    .optional()
    .describe(text);

export const agentParamsSchema = z.strictObject({
  focus_areas: z.array(z.string().trim().min(1).max(50)).max(30).default([]).describe('Columns to look for, by name'),
  date_from: day('First day of publication; without it, `days` before the last'),
  date_to: day('Last day of publication; without it, today'),
  days: z.int().min(1).max(3660).default(30).describe('Length of the range where date_from is not set'),
  max_items: z.int().min(1).max(1000).default(100).describe('Most documents of one section'),
  max_sections: z.int().min(1).max(30).default(10).describe('Most sections of one crawl'),
  max_turns: z.int().min(1).max(50).default(15).describe('Most turns of the agent of one section'),
  hosts: z.array(z.string().min(1).max(253)).max(20).default([]).describe('Further hosts that belong to the source'),
});

export type AgentParams = z.infer<typeof agentParamsSchema>;

/** Days of publication, first and last included. */
export interface DateRange {
  from: string;
  to: string;
}

const DAY_MS = 86_400_000;
const SHANGHAI_OFFSET_MS = 8 * 3_600_000;

export function dateRangeOf({ date_from, date_to, days }: AgentParams, now: Date): DateRange {
  const today = new Date(now.getTime() + SHANGHAI_OFFSET_MS).toISOString().slice(0, 10);
  const to = date_to ?? today;
  const from = date_from ?? new Date(Date.parse(to) - (days - 1) * DAY_MS).toISOString().slice(0, 10);
  return { from, to };
}

export function isInRange(date: string, { from, to }: DateRange): boolean {
  return date >= from && date <= to;
}
