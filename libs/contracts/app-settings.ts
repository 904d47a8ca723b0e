import { z } from 'zod';
import { soundFields } from './system-settings.js';

/*
 * Settings that people change while the system runs (/api/settings), kept as one document under the key ui_settings.
 * Fields that a stored document lacks, or that no longer fit, have their defaults.
 */

const MB = 1024 * 1024;

export const rssSettingsSchema = z.strictObject({
  fullTextOnOpenEnabled: z.boolean().default(false).describe('Fetch the page of a feed article when it is opened'),
  fullTextMaxBytes: z
    .int()
    .min(64 * 1024)
    .max(10 * MB)
    .default(2 * MB)
    .describe('Larger pages are not read'),
  fullTextBackoffMinutes: z.int().min(0).max(1440).default(10).describe('No new try so soon after a failure'),
  userAgent: z
    .string()
    .trim()
    .max(300)
    .regex(/^[\t\x20-\x7e]*$/)
    .nullable()
    .default(null)
    .describe('User-Agent of full-text requests; null: that of all requests'),
});

export type RssSettings = z.infer<typeof rssSettingsSchema>;

export interface PersistedSettings {
  rss: RssSettings;
}

/** Where the document is kept. */
export const UI_SETTINGS_KEY = 'ui_settings';

/** Whatever is stored, as settings. */
export function readPersistedSettings(stored: unknown): PersistedSettings {
  return { rss: soundFields(rssSettingsSchema, (stored as { rss?: unknown } | null)?.rss) };
}
