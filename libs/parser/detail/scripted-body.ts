import { type Page } from '../dom/parse-html.js';

const DETAIL = /_CONFIG\.DETAIL\s*=|_CONFIG\s*=[\s\S]*\bDETAIL\s*:/;
const CONTENT = /"content"\s*:\s*"((?:[^"\\]|\\.)*)"/;

/** The body that Guangdong's disclosure platform keeps in `_CONFIG.DETAIL`, as HTML; pages of it may show nothing else. */
export function scriptedBody(page: Page): string | null {
  for (const element of page.elements) {
    const script = element.name === 'script' ? element.children[0] : undefined;
    if (script?.type !== 'text' || !DETAIL.test(script.data)) continue;
    const escaped = CONTENT.exec(script.data)?.[1];
    const content = escaped === undefined ? null : unescapeJson(escaped);
    if (content) return content;
  }
  return null;
}

function unescapeJson(escaped: string): string | null {
  try {
    return JSON.parse(`"${escaped}"`) as string;
  } catch {
    return null;
  }
}
