/** What a list page says about the pages after it. */
export interface NextPageHint {
  totalPages: number | null;
  /** trs counts from 0 (second page index_1), nfcms from 1 (second page index_2). */
  style: 'trs' | 'nfcms' | null;
}

// The call may be commented out and replaced by hand-written script: its numbers are right all the same.
const CREATE_PAGE =
  /createPageHTML\s*\(\s*(?:["'][^"',]*[^"',\d][^"',]*["']\s*,\s*)?["']?(\d{1,5})["']?\s*,\s*["']?(\d{1,5})/i;
const COUNT_PAGE =
  /(?:var\s+|[;\s])(?:countPage|pageCount|totalPages?|nPageCount|m_nRecordCount_page)\s*=\s*["']?(\d{1,5})/i;
const TOTAL_TEXT = /共\s*(?:<[^>]{0,80}>\s*)*(\d{1,5})\s*(?:<[^>]{0,80}>\s*)*页/;
const ONE_OF = /(?:第\s*)?\d{1,4}\s*[/／]\s*(\d{1,4})\s*页/;
const MAX_CHARACTERS = 2_000_000;
const NFCMS = /NFCMS_SITE_ID|nfw-cms|\/gkmlpt\//i;
const INDEX_LINK = /href\s*=\s*["']?[^"'\s>]*\bindex_(\d{1,5})\.s?html?/gi;

/** Reads how long a list is and how its next pages are numbered from its pagination script or links. */
export function nextPageHint(page: string, pageUrl: string): NextPageHint {
  const html = page.length > MAX_CHARACTERS ? page.slice(0, MAX_CHARACTERS) : page;
  const created = CREATE_PAGE.exec(html);
  if (created) return { totalPages: Number(created[1]), style: 'trs' };
  const counted = Number(COUNT_PAGE.exec(html)?.[1] ?? TOTAL_TEXT.exec(html)?.[1] ?? ONE_OF.exec(html)?.[1] ?? 0);
  const totalPages = counted > 0 ? counted : null;
  return { totalPages, style: numbering(html, pageUrl, totalPages) };
}

function numbering(html: string, pageUrl: string, totalPages: number | null): NextPageHint['style'] {
  if (/currentPage\s*=\s*0\b/.test(html)) return 'trs';
  if (NFCMS.test(html)) return 'nfcms';
  const linked = new Set<number>();
  for (const match of html.matchAll(INDEX_LINK)) linked.add(Number(match[1]));
  if (linked.size === 0) return null;
  const highest = [...linked].reduce((most, number) => Math.max(most, number), 0);
  if (totalPages !== null && highest === totalPages) return 'nfcms';
  if (totalPages !== null && highest === totalPages - 1) return 'trs';
  const onFirstPage = !/index_\d+\.s?html?/.test(pageUrl);
  if (!onFirstPage) return null;
  return linked.has(1) ? 'trs' : 'nfcms';
}
