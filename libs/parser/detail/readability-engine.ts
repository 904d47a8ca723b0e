import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';

const MAX_CHARACTERS = 3_000_000;
const MAX_TAGS = 60_000;

/**
 * Body HTML by Mozilla's Readability, the second engine. It needs a full document, which is slow and may fail on
 * pages that no browser would mind: null then.
 */
export function readabilityBody(html: string): string | null {
  if (html.length > MAX_CHARACTERS || html.split('<').length > MAX_TAGS) return null;
  try {
    // The article may stand behind a stray end of the document; linkedom would put it outside of the body.
    const { document } = parseHTML(
      `<!doctype html><html><body>${html.replace(/<\/?(?:html|body)\b[^>]*>|<!doctype[^>]*>/gi, '')}</body></html>`,
    );
    // linkedom's document is a Document in everything Readability uses.
    return (
      new Readability(document as unknown as ConstructorParameters<typeof Readability>[0]).parse()?.content ?? null
    );
  } catch {
    return null;
  }
}
