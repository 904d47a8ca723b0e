const SEPARATOR = /\s*(?:[_|｜]+|\s[-–—·•]{1,2}\s|--|—{1,2}|[-–]|»|>>|::)\s*/g;
const SITE_NAME =
  /(?:网|网站|政府|门户|频道|客户端|新闻|中心|委员会|平台|在线|公众号|日报|晚报|时报|局|厅|部|委|办公室|资讯|首页|学会|协会|大学|学院|频道|栏目|\.com|\.cn|\.net|news)$/i;
const HAN_ONLY = /^[\p{Script=Han}·]+$/u;

/** Letters and digits only, so that two spellings of one title compare equal. */
export function comparable(text: string): string {
  return text.replace(/[\s\p{P}\p{S}]+/gu, '').toLowerCase();
}

/** A title that is nothing but the name of a site or an agency. */
export function looksLikeSiteName(title: string): boolean {
  return title.length <= 20 && SITE_NAME.test(title) && !/[，。：:；！？《》]|关于|通知|公告/.test(title);
}

/** Drops what sites append to their titles, or put before them: _栏目_中国政府网, -新华网, | Site, 某县政府网-- */
export function stripSiteName(title: string, siteName: string | null): string {
  let rest = title;
  for (;;) {
    const cut = lastSeparator(rest);
    if (cut === null || !isAppended(cut, siteName)) return withoutPrefix(rest, siteName);
    rest = cut.head;
  }
}

function withoutPrefix(title: string, siteName: string | null): string {
  const first = [...title.matchAll(SEPARATOR)][0];
  if (!first) return title;
  const head = title.slice(0, first.index).trim();
  const tail = title.slice(first.index + first[0].length).trim();
  const isSite = head === siteName || /(?:网|网站|门户|人民政府)$/.test(head);
  return isSite && tail.length >= 6 && head.length <= 20 ? tail : title;
}

interface Cut {
  head: string;
  separator: string;
  tail: string;
}

function isAppended({ head, separator, tail }: Cut, siteName: string | null): boolean {
  if (tail === siteName) return true;
  if (head.length < 4 || head.length < tail.length / 2) return false;
  if (SITE_NAME.test(tail)) return true;
  // 标题_栏目, 标题-栏目: a short word of Han characters behind a much longer title.
  const isShort = tail.length <= 16 && tail.length * 1.5 <= head.length;
  if (separator.includes('_') || separator.includes('|') || separator.includes('｜')) return isShort;
  return isShort && HAN_ONLY.test(tail) && tail.length <= 8 && !separator.includes('—');
}

function lastSeparator(title: string): Cut | null {
  let found: Cut | null = null;
  for (const match of title.matchAll(SEPARATOR)) {
    const head = title.slice(0, match.index).trim();
    const tail = title.slice(match.index + match[0].length).trim();
    if (head && tail) found = { head, separator: match[0], tail };
  }
  return found;
}
