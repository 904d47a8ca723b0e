/*
 * The encoding that a page's first bytes declare: the prescan of the HTML standard, over a longer stretch than browsers
 * take, because government templates put long comments and scripts before their meta tag.
 */

const PRESCAN_BYTES = 65_536;
const SPACE = /[\t\n\f\r ]/;

interface MetaAttribute {
  name: string;
  value: string;
}

/** Canonical name of the declared encoding, or null. A declared UTF-16 means UTF-8: it was read as ASCII just now. */
export function declaredCharset(body: Uint8Array): string | null {
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, PRESCAN_BYTES)).toString('latin1');
  const found = new Prescan(head).run() ?? xmlDeclaration(head) ?? spacedMeta(head);
  return found !== null && /^utf-16/.test(found) ? 'utf-8' : found;
}

/** Encoding name as TextDecoder knows it, or null for what it cannot decode. */
export function canonicalCharset(label: string): string | null {
  const trimmed = label.trim();
  if (!trimmed) return null;
  if (/^(?:gb|x-gb|cp936|ms936|euc-cn|chinese|hz-gb)/i.test(trimmed)) return 'gb18030';
  if (/^utf-?32/i.test(trimmed)) return 'utf-32';
  if (/^utf8mb4$/i.test(trimmed)) return 'utf-8';
  try {
    return new TextDecoder(trimmed).encoding;
  } catch {
    return null;
  }
}

function xmlDeclaration(head: string): string | null {
  const label = /^\s*<\?xml\b[^>]*?encoding\s*=\s*["']([^"'>]+)["']/i.exec(head)?.[1];
  return label === undefined ? null : canonicalCharset(label);
}

/** `< meta ...>`: no tag to a browser, but templates with such typing errors exist, and the declaration is true. */
function spacedMeta(head: string): string | null {
  const label = /<\s+meta\s[^>]*?charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head)?.[1];
  return label === undefined ? null : canonicalCharset(label);
}

class Prescan {
  private at = 0;

  constructor(private readonly head: string) {}

  run(): string | null {
    const { head } = this;
    while (this.at < head.length) {
      const open = head.indexOf('<', this.at);
      if (open < 0) return null;
      this.at = open;
      if (head.startsWith('<!--', open)) {
        const end = head.indexOf('-->', open + 2);
        if (end < 0) return null;
        this.at = end + 3;
      } else if (/^<meta[\s/]/i.test(head.slice(open, open + 6))) {
        this.at = open + 5;
        const found = this.readMeta();
        if (found !== null) return found;
      } else if (/^<\/?[a-z]/i.test(head.slice(open, open + 3))) {
        this.skipTag();
      } else if (/^<[!/?]/.test(head.slice(open, open + 2))) {
        const end = head.indexOf('>', open);
        if (end < 0) return null;
        this.at = end + 1;
      } else this.at++;
    }
    return null;
  }

  private skipTag(): void {
    const { head } = this;
    while (this.at < head.length && !/[\t\n\f\r >]/.test(head.charAt(this.at))) this.at++;
    while (this.readAttribute() !== null);
  }

  private readMeta(): string | null {
    let isContentType = false;
    let needsContentType: boolean | null = null;
    let charset: string | null = null;
    const names = new Set<string>();
    for (let next = this.readAttribute(); next !== null; next = this.readAttribute()) {
      if (names.has(next.name)) continue;
      names.add(next.name);
      if (next.name === 'http-equiv') isContentType = next.value === 'content-type';
      else if (next.name === 'content' && charset === null) {
        const label = charsetInContent(next.value);
        if (label !== null) {
          charset = canonicalCharset(label);
          needsContentType = true;
        }
      } else if (next.name === 'charset') {
        charset = canonicalCharset(next.value);
        needsContentType = false;
      }
    }
    // A tag that the input ends in declares nothing.
    if (this.at >= this.head.length && this.head.charAt(this.head.length - 1) !== '>') return null;
    if (needsContentType === null || (needsContentType && !isContentType)) return null;
    return charset;
  }

  /** Next attribute, lower case; null at the end of the tag, which is then behind us. */
  private readAttribute(): MetaAttribute | null {
    const { head } = this;
    while (this.at < head.length && (SPACE.test(head.charAt(this.at)) || head.charAt(this.at) === '/')) this.at++;
    if (this.at >= head.length) return null;
    if (head.charAt(this.at) === '>') {
      this.at++;
      return null;
    }
    const name = this.readName();
    this.skipSpaces();
    if (head.charAt(this.at) !== '=') return { name, value: '' };
    this.at++;
    this.skipSpaces();
    return { name, value: this.readValue().toLowerCase() };
  }

  private readName(): string {
    const { head } = this;
    const start = this.at;
    while (this.at < head.length) {
      const char = head.charAt(this.at);
      if ((char === '=' && this.at > start) || char === '>' || char === '/' || SPACE.test(char)) break;
      this.at++;
    }
    return head.slice(start, this.at).toLowerCase();
  }

  private readValue(): string {
    const { head } = this;
    const quote = head.charAt(this.at);
    if (quote === '"' || quote === "'") {
      const close = head.indexOf(quote, this.at + 1);
      const start = this.at + 1;
      this.at = close < 0 ? head.length : close + 1;
      return close < 0 ? '' : head.slice(start, close);
    }
    const start = this.at;
    while (this.at < head.length && head.charAt(this.at) !== '>' && !SPACE.test(head.charAt(this.at))) this.at++;
    return head.slice(start, this.at);
  }

  private skipSpaces(): void {
    while (this.at < this.head.length && SPACE.test(this.head.charAt(this.at))) this.at++;
  }
}

/** The label behind `charset=` in a content-type value; an opened and never closed quote declares nothing. */
function charsetInContent(content: string): string | null {
  for (const match of content.matchAll(/charset\s*=\s*/gi)) {
    const rest = content.slice(match.index + match[0].length);
    const quote = rest.charAt(0);
    if (quote === '"' || quote === "'") {
      const close = rest.indexOf(quote, 1);
      return close < 0 ? null : rest.slice(1, close);
    }
    const label = /^[^\s;]+/.exec(rest)?.[0];
    if (label) return label;
  }
  return null;
}
