import { type DetailFields, type FetchedPage } from '@govcrawler/contracts';
import { decodePage } from '@govcrawler/parser';
import { fetchFor } from './listing/list-request.js';
import { type AdapterContext, type ProbeReport, type SiteAdapter } from './site-adapter.js';

const SHOWN_ITEMS = 5;
const SHORT_TEXT = 50;

/** Everything of an adapter except the probe, which is the same for all of them. */
export type AdapterParts = Omit<SiteAdapter, 'probe'> & {
  /** Looks for mistakes that only this kind of site has, once its first list page is known. */
  inspectFirstPage?(page: FetchedPage, context: AdapterContext): string[];
};

/** Makes an adapter of its parts. */
export function defineAdapter({ inspectFirstPage, ...parts }: AdapterParts): SiteAdapter {
  return { ...parts, probe: (context) => probe(parts, inspectFirstPage, context) };
}

async function probe(
  adapter: Omit<SiteAdapter, 'probe'>,
  inspect: AdapterParts['inspectFirstPage'],
  context: AdapterContext,
): Promise<ProbeReport> {
  const report: ProbeReport = {
    listUrl: null,
    totalPages: null,
    itemCount: 0,
    items: [],
    detailUrl: null,
    detail: null,
    problems: [],
  };
  const pages: FetchedPage[] = [];
  const recording: AdapterContext = {
    ...context,
    fetcher: {
      fetch: async (request) => {
        const result = await context.fetcher.fetch(request);
        if (result.ok) pages.push(result);
        return result;
      },
    },
  };
  const step = await firstStep(adapter, recording, report);
  if (step === null) return report;
  report.listUrl = step.url;
  if (step.kind === 'failed') {
    report.problems.push(`The list could not be read: ${step.failure.message}`);
    return report;
  }
  report.totalPages = step.totalPages;
  report.itemCount = step.items.length;
  report.items = step.items.slice(0, SHOWN_ITEMS);
  const listPage = pages.at(-1);
  if (inspect && listPage) report.problems.push(...inspect(listPage, context));
  if (step.items.length === 0) report.problems.push('The list page arrived, but no rows were found on it');
  else if (step.items.every((item) => item.publishDate === null)) report.problems.push('No row of the list has a date');
  await probeDetail(adapter, context, report);
  return report;
}

async function firstStep(adapter: Omit<SiteAdapter, 'probe'>, context: AdapterContext, report: ProbeReport) {
  try {
    const { value, done } = await adapter.list(context).next();
    return done ? null : value;
  } catch (error) {
    report.problems.push((error as Error).message);
    return null;
  }
}

async function probeDetail(
  adapter: Omit<SiteAdapter, 'probe'>,
  context: AdapterContext,
  report: ProbeReport,
): Promise<void> {
  // A pinned row is often something special: an ordinary one shows more of the site.
  const item = report.items.find((candidate) => !candidate.pinned) ?? report.items[0];
  if (!item) return;
  report.detailUrl = item.url;
  let html = item.bodyHtml;
  let url = item.url;
  if (html === null) {
    const answer = await fetchFor(context, { url, purpose: 'detail' });
    if (!answer.ok) {
      report.problems.push(`The document ${url} could not be read: ${answer.message}`);
      return;
    }
    html = decodePage(answer.body, answer.charsetHint).text;
    url = answer.finalUrl;
  }
  report.detail = adapter.parseDetail({ html, url }, item, context.plan, context.now());
  report.problems.push(...detailProblems(report.detail, url));
}

function detailProblems(detail: DetailFields, url: string): string[] {
  const problems: string[] = [];
  if (detail.usedFallback) {
    problems.push(
      `The content selector found nothing on ${url}; the body was found by the ${detail.fallbackEngine} engine`,
    );
  }
  const isEmpty = detail.contentText.length < SHORT_TEXT && detail.inlineImageCount + detail.attachments.length === 0;
  if (isEmpty) problems.push(`The document ${url} has no readable body`);
  if (detail.publishTime === null) problems.push(`The document ${url} shows no publication time`);
  return problems;
}
