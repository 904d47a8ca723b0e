import { adapterById, adapterIds } from '@govcrawler/adapters';
import { parserOverrideSchema, type ParserOverride } from '@govcrawler/contracts';
import { checkSelectors } from '@govcrawler/parser';
import { readBySchema, type FieldProblem } from '../http/zod-problems.js';

/** Reads an override and says everything that is wrong with it: shape, every selector with its position, parameters. */
export function readParserOverride(
  value: unknown,
  site: { cmsAdapter: string; adapterParamsJson: Record<string, unknown> | null },
  root = 'override',
): { ok: true; override: ParserOverride } | { ok: false; problems: FieldProblem[] } {
  const read = readBySchema(parserOverrideSchema, value, root);
  if (!read.ok) return { ok: false, problems: read.problems.map(({ field, message }) => ({ field, message })) };
  const problems = [...selectorProblems(read.value, root), ...paramProblems(read.value, site, root)];
  return problems.length > 0 ? { ok: false, problems } : { ok: true, override: read.value };
}

function selectorProblems(override: ParserOverride, root: string): FieldProblem[] {
  return (['list_selector', 'detail'] as const).flatMap((part) => {
    // Without the keys that were left out: the checker takes only texts.
    const said = Object.fromEntries(Object.entries(override[part] ?? {}).filter(([, text]) => text !== undefined));
    return checkSelectors(said).map(({ key, message, position }) => ({
      field: `${root}.${part}.${key}`,
      message: `选择器有误（第 ${position + 1} 个字符）：${message}`,
    }));
  });
}

/** Parameters that are still missing may come from the column of a file. */
function paramProblems(
  { params }: ParserOverride,
  site: { cmsAdapter: string; adapterParamsJson: Record<string, unknown> | null },
  root: string,
): FieldProblem[] {
  if (params === undefined || !adapterIds.includes(site.cmsAdapter)) return [];
  const merged = { ...site.adapterParamsJson, ...params };
  const read = readBySchema(adapterById(site.cmsAdapter).paramsSchema, merged, `${root}.params`);
  if (read.ok) return [];
  return read.problems.filter(({ missing }) => !missing).map(({ field, message }) => ({ field, message }));
}
