const SEPARATOR = /\s*(?:[_|｜]+|\s[-–—·•]{1,2}\s|--|—{1,2}|[-–]|»|>>|::)\s*/g;
const SITE_NAME =
  /(?:网|网站|政府|门户|频道|客户端|新闻|中心|委员会|平台|在线|公众号|日报|晚报|时报|局|厅|部|委|办公室|资讯|首页|学会|协会|大学|学院|频道|栏目|信息公开|公开目录|公开专栏|公开平台|\.com|\.cn|\.net|news)$/i;
const HAN_ONLY = /^[\p{Script=Han}·]+$/u;

/** Letters and digits only, so that two spellings of one title compare equal. */
export function comparable(text: string): string {
  return text.replace(/[\s\p{P}\p{S}]+/gu, '').toLowerCase();
}

/** A title that is nothing but the name of a site or an agency. */
export function looksLikeSiteName(title: string): boolean {
  return title.length <= 20 && SITE_NAME.test(title) && !/[，。：:；！？《》]|关于|通知|公告/.test(title);
}

const COLUMN_NAME =
  /^(?:(?:通知|公告|公示|公报|通报|新闻|要闻|政策|文件|信息|政务|工作|部门|法规|规章|文章|内容|详细|查看|图片|重点|依法|主动|公开|公文|政府|动态|解读|详情|正文|页面?|目录|库|栏|中心|列表|发布|快讯){1,4})$/;

/** A title that names only the kind of page or its column: 公示, 通知公告, 信息公开目录, 详情页. */
export function isColumnName(title: string): boolean {
  return title.length <= 8 && COLUMN_NAME.test(title);
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

/** What stands before the first separator, unless that is the name of the site or the column: 停水通知_某市自来水公司. */
export function firstPart(title: string | null): string | null {
  const head = title?.split(/\s*[_|｜]\s*|\s+[-–—]\s+/)[0]?.trim() ?? '';
  return head.length >= 4 && head !== title && !looksLikeSiteName(head) && !isColumnName(head) ? head : null;
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
