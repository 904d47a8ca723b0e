import { type AttachmentLink, type CrawlItem } from '@govcrawler/contracts';

const FILE = /\.(?:pdf|docx?|xlsx?|pptx?|wps|et|dps|ofd|cebx?|zip|rar|7z|csv|rtf|txt)$/i;

/** A list row that links a file has no page to fetch: its body is the link itself. */
export function fileBodyHtml(url: string, title: string): string {
  return `<p><a href="${escapeHtml(url)}">${escapeHtml(title)}</a></p>`;
}

/** Attachments and body of an item; a file that is listed as a document is its own attachment. */
export function fileItemParts(
  url: string,
  title: string,
  attachments: readonly AttachmentLink[],
): Pick<CrawlItem, 'attachments' | 'bodyHtml'> {
  if (!FILE.test(new URL(url).pathname)) return { attachments: [...attachments], bodyHtml: null };
  const others = attachments.filter((attachment) => attachment.url !== url);
  return { attachments: [{ url, name: title }, ...others], bodyHtml: fileBodyHtml(url, title) };
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
