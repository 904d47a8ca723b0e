import { readFileSync } from 'node:fs';
import { ConfigError } from '@govcrawler/core';
import { parse } from 'yaml';
import { z } from 'zod';

const departmentsSchema = z.strictObject({
  departments: z.array(
    z.strictObject({
      full_name: z.string().trim().min(1),
      short_name: z.string().trim().min(1),
      region: z.string().trim().min(1),
      category: z.string().trim().min(1),
    }),
  ),
});

/** A department as seed data gives it. */
export interface SeedDepartment {
  fullName: string;
  shortName: string;
  region: string;
  category: string;
}

/** Reads the departments that a new database starts with. */
export function loadDepartments(path: string): SeedDepartment[] {
  let content: unknown;
  try {
    content = parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new ConfigError(`Cannot read the departments ${path}: ${(cause as Error).message}`, { cause });
  }
  const parsed = departmentsSchema.safeParse(content);
  if (!parsed.success) throw new ConfigError(`The departments ${path} are wrong:\n${z.prettifyError(parsed.error)}`);
  return parsed.data.departments.map(({ full_name, short_name, region, category }) => ({
    fullName: full_name,
    shortName: short_name,
    region,
    category,
  }));
}
