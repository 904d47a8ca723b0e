export { decodePage, type DecodedPage } from './charset/decode-page.js';
export { parseChineseDate, type ParsedDate } from './dates/chinese-date.js';
export { dateFromUrl } from './dates/url-date.js';
export { type DetailOptions } from './detail/assemble-detail.js';
export { findAttachments } from './detail/attachments.js';
export { normalizeDocNo } from './detail/doc-no.js';
export { readFullText } from './detail/full-text.js';
export { extractDetail } from './detail/generic-detail.js';
export {
  checkDetailSelectors,
  proposeDetailSelectors,
  type SamplePage,
  type SelectorCheck,
} from './detail/propose-detail.js';
export { parseDetail } from './detail/parse-detail.js';
export { pageLinks, type PageLink } from './dom/page-links.js';
export { inferList, type InferredList } from './list/infer-list.js';
export { inferPagination, type InferredPagination } from './list/infer-pagination.js';
export { type ListRow } from './list/list-row.js';
export { nextPageHint, type NextPageHint } from './list/next-page-hint.js';
export { saysMore, siteLinks, type NamedLink, type SiteLinks } from './list/site-links.js';
export { markList, markSelector, snapshotPage, type ListMarks } from './list/page-snapshot.js';
export { parseList } from './list/parse-list.js';
export { checkSelectors, type SelectorProblem } from './selectors/check-selectors.js';
export { compileSelector, CompiledSelector } from './selectors/compile-selector.js';
export { SelectorError } from './selectors/selector.error.js';
export { htmlToMarkdown } from './text/html-to-markdown.js';
export { htmlToText } from './text/html-to-text.js';
export { sanitizeBodyHtml } from './text/sanitize-body-html.js';
