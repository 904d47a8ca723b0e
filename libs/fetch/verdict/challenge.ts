import { type FetchFailureReason } from '@govcrawler/contracts';

/** Protection products met on Chinese government sites, told apart by what their pages look like. */
export type ChallengeFamily = 'ctct' | 'ruishu' | 'jsl' | 'aliyun' | 'wangfang' | 'cloudflare' | 'unknown';

export interface Challenge {
  family: ChallengeFamily;
  reason: Extract<FetchFailureReason, 'ctct_challenge_unresolved' | `blocked_${string}`>;
}

interface Marker {
  family: ChallengeFamily;
  /** `puzzle` pages solve themselves in a browser; `refusal` pages say no. */
  kind: 'puzzle' | 'refusal';
  pattern: RegExp;
}

/** Order matters: the first hit names the family. */
const MARKERS: Marker[] = [
  { family: 'ctct', kind: 'refusal', pattern: /NWAF页面|当前IP请求异常/ },
  { family: 'ctct', kind: 'puzzle', pattern: /ctct_bundle|Environment Checking|\/ctct\/nwaf\// },
  { family: 'ruishu', kind: 'puzzle', pattern: /\$_ts\s*=\s*window|\$_ts\.(?:nsd|cd)\b|<meta[^>]+\br=["']m["']/ },
  { family: 'jsl', kind: 'refusal', pattern: /当前访问疑似黑客攻击/ },
  {
    family: 'jsl',
    kind: 'puzzle',
    pattern: /__jsl_clearance|document\.cookie=\('_'\)\+\('_'\)\+\('j'\)|"tn"\s*:\s*"__jsl/,
  },
  { family: 'aliyun', kind: 'puzzle', pattern: /var arg1\s*=\s*['"][0-9A-F]{40}['"]|acw_sc__v2/i },
  { family: 'wangfang', kind: 'refusal', pattern: /网防G01|wzws_?(?:sessionid|ray|waf)|eventID["']?\s*[:：]/i },
  {
    family: 'cloudflare',
    kind: 'puzzle',
    pattern: /<title>\s*(?:Just a moment|请稍候|正在验证)|cf-chl-|challenge-platform/i,
  },
  {
    family: 'unknown',
    kind: 'refusal',
    pattern: /访问被(?:拦截|拒绝|阻断)|您的访问(?:可能)?存在(?:风险|异常)|请求存在威胁|访问过于频繁/,
  },
  { family: 'unknown', kind: 'puzzle', pattern: /请稍候(?:…|\.\.\.|，)|正在(?:进行)?(?:安全)?验证|浏览器安全检查/ },
];

/** Statuses that protection products use for their own pages; real pages never arrive with them. */
const CHALLENGE_STATUSES = new Set([412, 512, 521]);
/** Statuses under which a small page with a marker is the product speaking, whatever else it says. */
const SUSPICIOUS_STATUSES = new Set([202, 400, 403, 405, 491, 503, ...CHALLENGE_STATUSES]);
/** Challenge pages are small; a bigger page is a document, even when it writes about one of the words above. */
const MAX_CHALLENGE_BYTES = 30 * 1024;
/** Protected documents carry the product's script too, so status 200 also needs a page with nothing to read. */
const MAX_VISIBLE_CHARS = 120;

function readable(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return new TextDecoder('gb18030').decode(body);
  }
}

const HIDDEN = /<(script|style|title|noscript)\b[\s\S]*?(?:<\/\1\s*>|$)|<!--[\s\S]*?-->|<[^>]*>/giy;
/** Twice what a challenge may show, in bytes: a character has three of them at most, or stands for more of its kind. */
const SURELY_VISIBLE_BYTES = MAX_VISIBLE_CHARS * 2 * 3;

/** Most pages show in their first lines that they are documents; that needs neither their charset nor all of them. */
function isSurelyDocument(body: Uint8Array): boolean {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
  let visible = 0;
  for (let at = 0; at < bytes.length && visible <= SURELY_VISIBLE_BYTES; at += 1) {
    const code = bytes.charCodeAt(at);
    if (code === 0x3c) {
      HIDDEN.lastIndex = at;
      if (HIDDEN.test(bytes)) at = HIDDEN.lastIndex - 1;
    } else if (code > 0x20) visible += 1;
  }
  return visible > SURELY_VISIBLE_BYTES;
}

function visibleChars(html: string): number {
  return html
    .replace(/<(script|style|title|noscript)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replace(/<!--[\s\S]*?-->|<[^>]*>/g, ' ')
    .replace(/\s+/g, '').length;
}

const reasonOf = (family: ChallengeFamily, kind: Marker['kind']): Challenge['reason'] => {
  if (kind === 'refusal') return 'blocked_soft';
  return family === 'ctct' ? 'ctct_challenge_unresolved' : 'blocked_challenge';
};

/** Recognises the page of a protection product in place of the page that was asked for. */
export function detectChallenge(status: number, headers: Record<string, string>, body: Uint8Array): Challenge | null {
  if (body.length > MAX_CHALLENGE_BYTES) return null;
  const suspicious = SUSPICIOUS_STATUSES.has(status);
  if (!suspicious && !(status === 200 && mayBeMarkup(headers, body))) return null;
  if (!suspicious && isSurelyDocument(body)) return null;
  const text = readable(body);
  const header = 'wzws-ray' in headers ? 'wzws_ray' : '';
  const hit = MARKERS.find((marker) => marker.pattern.test(text) || marker.pattern.test(header));
  if (!suspicious && visibleChars(text) > MAX_VISIBLE_CHARS) return null;
  if (hit) return { family: hit.family, reason: reasonOf(hit.family, hit.kind) };
  if (CHALLENGE_STATUSES.has(status)) return { family: 'unknown', reason: 'blocked_challenge' };
  if ((status === 202 || status === 200) && isScriptOnly(text)) {
    return { family: 'unknown', reason: 'blocked_challenge' };
  }
  return null;
}

function mayBeMarkup(headers: Record<string, string>, body: Uint8Array): boolean {
  const type = headers['content-type'] ?? '';
  if (/json|xml(?!hx)|image|pdf|octet|zip|msword|officedocument/i.test(type) && !/xhtml/i.test(type)) return false;
  let index = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 3 : 0;
  while (index < body.length && (body[index] ?? 0) <= 0x20) index += 1;
  return body[index] === 0x3c; // '<'
}

/** An empty title and nothing but scripts: a page that wants to compute something before it shows itself. */
function isScriptOnly(html: string): boolean {
  return /<title>\s*<\/title>/i.test(html) && /<script/i.test(html) && visibleChars(html) === 0;
}
