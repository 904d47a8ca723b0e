import { adapterById, adapterIds } from '@govcrawler/adapters';
import { readBySchema, type FieldProblem } from '../http/zod-problems.js';

/**
 * What is wrong with an adapter and its parameters. A parameter that is missing may still come from a column, so it
 * is no mistake of the site.
 */
export function adapterProblems(adapter: string, params: Record<string, unknown>): FieldProblem[] {
  if (!adapterIds.includes(adapter)) {
    return [{ field: 'adapter', message: `只能是 ${adapterIds.join('、')} 之一` }];
  }
  const read = readBySchema(adapterById(adapter).paramsSchema, params, 'adapterParams');
  if (read.ok) return [];
  return read.problems.filter(({ missing }) => !missing).map(({ field, message }) => ({ field, message }));
}
