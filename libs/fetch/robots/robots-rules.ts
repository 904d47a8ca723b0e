/*
 * RFC 9309, by our own hand: the usual package lets an unknown line between two user-agent lines split a
 * group, drops all rules of a group whose agent carries a version, and does not treat %61 and "a" as the same octet.
 */
interface Rule {
  allow: boolean;
  /** Longest match wins by octets of the pattern. */
  octets: number;
  pattern: string;
}
interface Group {
  rules: Rule[];
  crawlDelaySec: number | null;
}

export interface RobotsVerdict {
  allowed: boolean;
  /** The deciding line as written, for people; null when no rule matched. */
  rule: string | null;
}

/** RFC 9309 asks for at least 500 KiB; what comes after is ignored. */
const MAX_BYTES = 500 * 1024;
const UNRESERVED = /%(4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a]|3[0-9]|2d|2e|5f|7e)/gi;

/** One robots.txt, parsed. */
export class RobotsRules {
  private readonly groups = new Map<string, Group>();

  static readonly none = new RobotsRules('');

  /** Bytes as served; an HTML page in place of robots.txt means: no rules. */
  static parse(body: Uint8Array): RobotsRules {
    const text = new TextDecoder('utf-8').decode(body.subarray(0, MAX_BYTES));
    return /^\s*<(?:!doctype|html|head|script|\?xml|meta|body|title)/i.test(text)
      ? RobotsRules.none
      : new RobotsRules(text);
  }

  constructor(text: string) {
    let open: Group[] = [];
    let namingAgents = false;
    for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
      const match = /^\s*([a-z-]+)\s*:([^#]*)/i.exec(line);
      if (!match) continue;
      const [, field = '', raw = ''] = match;
      const value = raw.trim();
      switch (field.toLowerCase()) {
        case 'user-agent': {
          if (!namingAgents) open = [];
          namingAgents = true;
          open.push(this.groupOf(value));
          break;
        }
        case 'allow':
        case 'disallow':
          namingAgents = false;
          if (value !== '') {
            const pattern = normalise(value);
            const rule = { allow: field.toLowerCase() === 'allow', octets: Buffer.byteLength(pattern), pattern };
            for (const group of open) group.rules.push(rule);
          }
          break;
        case 'crawl-delay': {
          namingAgents = false;
          const seconds = Number(value);
          if (value === '' || !(seconds >= 0)) break;
          for (const group of open) group.crawlDelaySec ??= seconds;
          break;
        }
        // Other records (Sitemap, Host) stand outside groups and end none.
      }
    }
  }

  verdict(url: string | URL, agent: string): RobotsVerdict {
    const { pathname, search } = new URL(url);
    const path = normalise(pathname + search);
    if (path === '/robots.txt') return { allowed: true, rule: null };
    let best: Rule | null = null;
    for (const rule of this.groupFor(agent)?.rules ?? []) {
      if (best && (rule.octets < best.octets || (rule.octets === best.octets && !rule.allow))) continue;
      if (matches(rule.pattern, path)) best = rule;
    }
    return best
      ? { allowed: best.allow, rule: `${best.allow ? 'Allow' : 'Disallow'}: ${best.pattern}` }
      : { allowed: true, rule: null };
  }

  crawlDelaySec(agent: string): number | null {
    return this.groupFor(agent)?.crawlDelaySec ?? null;
  }

  private groupFor(agent: string): Group | undefined {
    return this.groups.get(productToken(agent)) ?? this.groups.get('*');
  }

  /** Groups of the same agent are one group, wherever they stand. */
  private groupOf(agent: string): Group {
    const token = agent.startsWith('*') ? '*' : productToken(agent);
    let group = this.groups.get(token);
    if (!group) this.groups.set(token, (group = { rules: [], crawlDelaySec: null }));
    return group;
  }
}

/** The letters, `_` and `-` a name starts with; versions and comments are not part of it. */
const productToken = (agent: string): string => (/^[a-z_-]+/i.exec(agent.trim())?.[0] ?? agent.trim()).toLowerCase();

/** Percent-encoding made equal on both sides: non-ASCII encoded, unreserved octets plain, hex in upper case. */
function normalise(path: string): string {
  return path
    .replace(/[^\x21-\x7e]+/g, (text) => encodeURIComponent(text))
    .replace(UNRESERVED, (octet) => decodeURIComponent(octet))
    .replace(/%[0-9a-f]{2}/gi, (octet) => octet.toUpperCase());
}

/** `*` is any run, `$` at the end anchors. Taking each part at its first place is enough, so nothing backtracks. */
function matches(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith('$');
  const parts = (anchored ? pattern.slice(0, -1) : pattern).split('*');
  const [head = '', ...rest] = parts;
  if (!path.startsWith(head)) return false;
  if (rest.length === 0) return !anchored || path.length === head.length;
  let at = head.length;
  const last = rest.length - 1;
  for (const [index, part] of rest.entries()) {
    if (index === last && anchored) return path.length - part.length >= at && path.endsWith(part);
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return true;
}
