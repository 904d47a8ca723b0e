import { ConfigError } from '@govcrawler/core';
import { z } from 'zod';
import { type DepartmentValues } from './edit-departments.js';

/** Where the first departments are put. */
export interface DepartmentSeedStore {
  departments: { seed(departments: DepartmentValues[]): Promise<{ added: number; completed: number }> };
  settings: { get<T>(key: string): Promise<T | null>; set(key: string, value: unknown): Promise<void> };
}

const SEEDED = 'departments_seeded';
const text = z.string().trim().min(1).max(100);

/** The shape of config/departments.yaml. */
export const departmentsFileSchema = z.strictObject({
  departments: z.array(
    z.strictObject({
      full_name: z.string().trim().min(1).max(200),
      short_name: text.optional(),
      region: text.optional(),
      category: text.optional(),
    }),
  ),
});

/**
 * Puts the departments of the file into the database, each only once in its life: what people renamed or deleted
 * afterwards stays so. `file` is the parsed YAML; `path` is named in errors.
 */
export async function seedDepartments(
  { departments, settings }: DepartmentSeedStore,
  file: unknown,
  path: string,
): Promise<{ added: number; completed: number }> {
  const parsed = departmentsFileSchema.safeParse(file);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`${path}: ${problems.join('; ')}`);
  }
  const seeded = new Set((await settings.get<string[]>(SEEDED)) ?? []);
  const fresh = parsed.data.departments.filter(({ full_name }) => !seeded.has(full_name));
  if (fresh.length === 0) return { added: 0, completed: 0 };
  const result = await departments.seed(
    fresh.map((row) => ({
      fullName: row.full_name,
      shortName: row.short_name ?? null,
      region: row.region ?? null,
      category: row.category ?? null,
    })),
  );
  await settings.set(SEEDED, [...seeded, ...fresh.map(({ full_name }) => full_name)]);
  return result;
}
