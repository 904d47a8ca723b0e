/** A list row that links a file has no page to fetch: its body is the link itself. */
export function fileBodyHtml(url: string, title: string): string {
  return `<p><a href="${escapeHtml(url)}">${escapeHtml(title)}</a></p>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
