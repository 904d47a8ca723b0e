import { type CrawlPlan } from '@govcrawler/contracts';
import { ConfigError } from '@govcrawler/core';
import { type z } from 'zod';

/** The parameters of a target, checked; throws ConfigError naming the target and every wrong parameter. */
export function readParams<T extends z.ZodType>(schema: T, plan: CrawlPlan): z.infer<T> {
  const parsed = schema.safeParse(plan.column.params);
  if (parsed.success) return parsed.data;
  const problems = paramProblems(parsed.error).map(({ path, message }) => `${path.join('.') || 'params'}: ${message}`);
  throw new ConfigError(
    `Parameters of target ${plan.target.code} do not fit adapter "${plan.site.adapter}": ${problems.join('; ')}`,
  );
}

/** One line per mistake; an unknown key is named by its own path. */
export function paramProblems(error: z.ZodError): { path: (string | number)[]; message: string }[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.map((key) => (typeof key === 'number' ? key : String(key)));
    return issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...path, key], message: 'unknown parameter' }))
      : [{ path, message: issue.message }];
  });
}
