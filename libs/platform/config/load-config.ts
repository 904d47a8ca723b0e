import { readFileSync } from 'node:fs';
import { ConfigError } from '@govcrawler/core';
import { z } from 'zod';

/** The settings of one app: environment variable names as keys, every one with a default or required, and a description. */
export type ConfigSchema = z.ZodObject<Record<string, z.ZodType>>;

/**
 * Reads an app's settings once, at start. `NAME_FILE` names a file that holds the value of NAME (mounted secrets).
 * Empty values count as not set. All problems are reported together, then the caller exits.
 */
export function loadConfig<S extends ConfigSchema>(schema: S, env: NodeJS.ProcessEnv): z.infer<S> {
  const problems: string[] = [];
  const values: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const file = env[`${name}_FILE`];
    if (file && env[name]) {
      problems.push(`${name}: both ${name} and ${name}_FILE are set; keep one`);
    } else if (file) {
      try {
        values[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
      } catch (error) {
        problems.push(`${name}: cannot read ${name}_FILE: ${(error as Error).message}`);
      }
    } else if (env[name]) {
      values[name] = env[name];
    }
  }
  const parsed = schema.safeParse(values);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      const name = String(issue.path[0]);
      if (!problems.some((problem) => problem.startsWith(`${name}:`))) problems.push(`${name}: ${issue.message}`);
    }
  }
  if (problems.length > 0 || !parsed.success) {
    throw new ConfigError(`Configuration is wrong:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
  return parsed.data as z.infer<S>;
}

/** The text of .env.example: every setting of every app with its description and default. */
export function renderEnvExample(apps: readonly { name: string; schema: ConfigSchema }[]): string {
  const shown = new Set<string>();
  const sections = apps.map(({ name, schema }) => {
    const settings = Object.entries(schema.shape)
      .filter(([key]) => !shown.has(key) && shown.add(key))
      .map(([key, type]) => `# ${type.description ?? ''}\n${renderSetting(key, type)}`);
    return settings.length > 0 ? `# ---- ${name} ----\n\n${settings.join('\n\n')}\n` : null;
  });
  const head = '# Every setting with its default. NAME_FILE may name a file that holds the value of NAME.\n';
  return [head, ...sections.filter((section) => section !== null)].join('\n');
}

function renderSetting(key: string, type: z.ZodType): string {
  const fallback = type.safeParse(undefined);
  if (!fallback.success) return `${key}=`;
  return fallback.data === undefined ? `#${key}=` : `#${key}=${String(fallback.data)}`;
}

/** A whole number within limits. */
export const integerSetting = (
  fallback: number,
  description: string,
  { min, max = Number.MAX_SAFE_INTEGER }: { min: number; max?: number },
) => {
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  const error = `must be a whole number ${range}`;
  return z.coerce.number({ error }).int(error).min(min, error).max(max, error).default(fallback).describe(description);
};

/** A port number; 0 lets the system choose. */
export const portSetting = (fallback: number, description: string) =>
  integerSetting(fallback, description, { min: 0, max: 65535 });

/** Whole seconds, at least `min`. */
export const secondsSetting = (fallback: number, description: string, min = 1) =>
  integerSetting(fallback, description, { min });

/** Hosts with commas between, as host or host:port; none when it is not set. */
export const hostListSetting = (description: string) =>
  z
    .string()
    .regex(
      /^\s*[\w.-]+(:\d{1,5})?(\s*,\s*[\w.-]+(:\d{1,5})?)*\s*$/,
      'must be hosts with commas between, e.g. hooks.internal:8080',
    )
    .optional()
    .describe(description);

/** The hosts of such a setting. */
export function hostList(setting: string | undefined): string[] {
  return (setting ?? '').split(',').flatMap((host) => host.trim() || []);
}
