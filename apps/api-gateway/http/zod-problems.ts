import { z } from 'zod';

/** A field that a schema refuses, with its path and a Chinese message. */
export interface FieldProblem {
  field: string;
  message: string;
}

const { localeError } = z.locales.zhCN();

/** Reads a value by a schema; an unknown key is named by its own path below `root`. */
export function readBySchema<T extends z.ZodType>(
  schema: T,
  value: unknown,
  root: string,
): { ok: true; value: z.infer<T> } | { ok: false; problems: (FieldProblem & { missing: boolean })[] } {
  const parsed = schema.safeParse(value, { error: localeError });
  if (parsed.success) return { ok: true, value: parsed.data };
  const problems = parsed.error.issues.flatMap((issue) => {
    const path = [root, ...issue.path.map(String)];
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ field: [...path, key].join('.'), message: '不支持此参数', missing: false }));
    }
    const missing = at(value, issue.path) === undefined;
    return [{ field: path.join('.'), message: missing ? '不能缺少' : issue.message, missing }];
  });
  return { ok: false, problems };
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inside, key) =>
      inside === null || typeof inside !== 'object' ? undefined : (inside as Record<PropertyKey, unknown>)[key],
    value,
  );
}
