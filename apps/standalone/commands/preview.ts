import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { type DetailFields } from '@govcrawler/contracts';
import { GovCrawlerError } from '@govcrawler/core';
import { DEFAULT_PUBLIC_SUFFIXES, openFetchDoor } from '@govcrawler/fetch';
import { decodePage, extractDetail, inferList, type ListRow, parseDetail, parseList } from '@govcrawler/parser';
import { Command } from 'commander';
import { type ColumnOptions, type ConfiguredColumn, configuredColumn, withColumnOptions } from './configured-column.js';
import { inShanghai, UnreadableInputError } from './json-lines.js';
import { VALIDITY_TEXT } from './validity-text.js';

/** The page could not be fetched; the message says why. */
class PreviewError extends GovCrawlerError {
  readonly code = 'preview';
}

/** `govcrawler preview`: how a page reads, for a person who is writing a site file. */
export function previewCommand(): Command {
  return withColumnOptions(new Command('preview'))
    .description('show what is read from a page: the rows of a list, or the fields and text of a document')
    .argument('<page>', 'address or file')
    .option('--url <address>', 'address of the page when it is read from a file')
    .option('--list', 'read it as a list (default: whatever it looks like)')
    .option('--detail', 'read it as a document')
    .action(async (page: string, options: ColumnOptions & { url?: string; list?: boolean; detail?: boolean }) => {
      const { html, url } = await loadPage(page, options.url);
      const configured = configuredColumn(options);
      const rows = rowsOf(html, url, configured);
      const fields = fieldsOf(html, url, configured);
      const looksLikeList = rows.confidence >= 0.5 && fields.contentText.length < 200;
      const asList = options.list ?? (options.detail ? false : looksLikeList);
      console.log(asList ? describeRows(rows) : describeFields(fields));
    });
}

async function loadPage(page: string, url: string | undefined): Promise<{ html: string; url: string }> {
  if (!/^https?:\/\//i.test(page)) {
    const bytes = await readFile(page).catch((error: Error) => {
      throw new UnreadableInputError(`Cannot read ${page}: ${error.message}`);
    });
    return { html: decodePage(bytes, null).text, url: url ?? pathToFileURL(page).toString() };
  }
  const door = await openFetchDoor({ egress: { publicSuffixes: DEFAULT_PUBLIC_SUFFIXES, ports: [80, 443] } });
  const result = await door.fetch({ url: page, purpose: 'list', robots: { onError: 'allow' } });
  await door.close();
  if (!result.ok) throw new PreviewError(`Cannot fetch ${page}: ${result.reason}: ${result.message}`);
  return { html: decodePage(result.body, result.charsetHint).text, url: result.finalUrl };
}

function rowsOf(
  html: string,
  url: string,
  configured: ConfiguredColumn | null,
): { rows: ListRow[]; confidence: number } {
  const selectors = configured?.column.listSelectors;
  if (!selectors) return inferList(html, url, new Date());
  const rows = parseList(html, url, selectors, new Date());
  return { rows, confidence: rows.length > 0 ? 1 : 0 };
}

function fieldsOf(html: string, url: string, configured: ConfiguredColumn | null): DetailFields {
  const now = new Date();
  return configured ? parseDetail(html, url, configured.column.detail, { now }) : extractDetail(html, url, now);
}

function describeRows({ rows, confidence }: { rows: ListRow[]; confidence: number }): string {
  const lines = rows.map(
    ({ publishDate, pinned, title, url }) =>
      `${publishDate ?? '----------'} ${pinned ? '置顶 ' : ''}${title}\n           ${url}`,
  );
  return `${rows.length} rows (confidence ${confidence.toFixed(2)})\n${lines.join('\n')}`;
}

function describeFields(fields: DetailFields): string {
  const facts: [string, string | null][] = [
    ['标题', fields.title],
    ['发布时间', (fields.publishTime && inShanghai(fields.publishTime)) ?? fields.publishTimeRaw],
    ['来源', fields.source],
    ['文号', fields.docNo],
    ['索引号', fields.indexNo],
    ['发文机关', fields.publisher],
    ['成文日期', fields.writtenDate],
    ['主题词', fields.topicWords],
    ['分类', fields.openCategory],
    ['时效', fields.validity && VALIDITY_TEXT[fields.validity]],
    ['引擎', fields.usedFallback ? fields.fallbackEngine : 'selectors'],
  ];
  const head = facts.filter(([, value]) => value !== null).map(([name, value]) => `${name}：${value}`);
  const files = fields.attachments.map(({ name, url }) => `附件：${name ?? ''} ${url}`);
  return [...head, ...files, '', fields.contentText].join('\n');
}
