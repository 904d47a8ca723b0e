const RECORD_SCRIPT = /<script\b[^>]*\btype\s*=\s*["']?text\/xml[^>]*>([\s\S]*?)<\/script>/gi;
const RECORD = /<record>\s*<!\[CDATA\[([\s\S]*?)\]\]>\s*<\/record>/gi;

/** Puts list rows that a page keeps as XML records in a script (Hanweb, newer TRS) where the script would show them. */
export function showRecords(html: string): string {
  if (!html.includes('<record>')) return html;
  return html.replace(RECORD_SCRIPT, (script, xml: string) => {
    const rows = [...xml.matchAll(RECORD)].map((match) => match[1]);
    return rows.length > 0 ? rows.join('\n') : script;
  });
}
