import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { siteFileSchema, type SiteFile } from '@govcrawler/contracts';
import { ConfigError } from '@govcrawler/core';
import { LineCounter, parseDocument, isNode, type Document } from 'yaml';

/** A site file with the path it came from. */
export interface LoadedSiteFile {
  path: string;
  site: SiteFile;
}

/** A further check on a parsed site (selectors, adapter parameters); returns problems with the path of the key. */
export type SiteCheck = (site: SiteFile) => { path: (string | number)[]; message: string }[];

/**
 * Reads every *.yaml of a folder. All problems of all files are collected and reported together, each with file,
 * line and key: a wrong file stops the start, it is never skipped.
 */
export function loadSiteFiles(folder: string, checks: readonly SiteCheck[] = []): LoadedSiteFile[] {
  const problems: string[] = [];
  const loaded: LoadedSiteFile[] = [];
  for (const name of siteFileNames(folder)) {
    const path = join(folder, name);
    const result = parseSiteFile(readFileSync(path, 'utf8'), path, checks);
    if (result.site) loaded.push({ path, site: result.site });
    problems.push(...result.problems);
  }
  problems.push(...duplicateCodes(loaded));
  if (problems.length > 0)
    throw new ConfigError(`Site files are wrong:\n${problems.map((p) => `  - ${p}`).join('\n')}`);
  return loaded;
}

/** Parses one site file; `problems` name file, line and key. */
export function parseSiteFile(
  text: string,
  path: string,
  checks: readonly SiteCheck[] = [],
): { site: SiteFile | null; problems: string[] } {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  const syntax = document.errors.map(
    (error) => `${path}:${error.linePos?.[0].line ?? 1}: ${error.message.split('\n')[0]}`,
  );
  if (syntax.length > 0) return { site: null, problems: syntax };

  const at = (keys: readonly PropertyKey[]) => `${path}:${lineOf(document, lines, keys)}: ${keys.join('.') || 'file'}`;
  const parsed = siteFileSchema.safeParse(document.toJS());
  if (!parsed.success) {
    const problems = parsed.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => `${at([...issue.path, key])}: unknown key`)
        : [`${at(issue.path)}: ${issue.message}`],
    );
    return { site: null, problems };
  }
  const found = [...aliasProblems(parsed.data), ...checks.flatMap((check) => check(parsed.data))];
  return { site: parsed.data, problems: found.map((problem) => `${at(problem.path)}: ${problem.message}`) };
}

function siteFileNames(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /\.ya?ml$/.test(name) && !name.startsWith('_'))
      .sort();
  } catch (cause) {
    throw new ConfigError(`Cannot read the folder of site files ${folder}: ${(cause as Error).message}`, { cause });
  }
}

/** The line of a key, or of its nearest ancestor that the file has. */
function lineOf(document: Document, lines: LineCounter, keys: readonly PropertyKey[]): number {
  for (let depth = keys.length; depth > 0; depth--) {
    const node = document.getIn(keys.slice(0, depth), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}

function aliasProblems(site: SiteFile): { path: (string | number)[]; message: string }[] {
  const byId = new Map(site.columns.map((column) => [column.column_id, column]));
  const seen = new Set<string>();
  return site.columns.flatMap((column, index) => {
    const problems: { path: (string | number)[]; message: string }[] = [];
    if (seen.has(column.column_id)) {
      problems.push({ path: ['columns', index, 'column_id'], message: `"${column.column_id}" is used twice` });
    }
    seen.add(column.column_id);
    if (column.alias_of === undefined) return problems;
    const path = ['columns', index, 'alias_of'];
    const original = byId.get(column.alias_of);
    if (!original) problems.push({ path, message: `no column "${column.alias_of}" in this file` });
    else if (original.alias_of !== undefined)
      problems.push({ path, message: 'an alias cannot point to another alias' });
    if (column.list_selector ?? column.detail ?? column.pagination) {
      problems.push({
        path,
        message: 'excludes list_selector, detail and pagination: they come from the other column',
      });
    }
    return problems;
  });
}

function duplicateCodes(files: readonly LoadedSiteFile[]): string[] {
  const first = new Map<string, string>();
  return files.flatMap(({ path, site }) => {
    const other = first.get(site.site_id);
    if (other === undefined) first.set(site.site_id, path);
    return other === undefined ? [] : [`${path}: site_id "${site.site_id}" is already used by ${other}`];
  });
}
