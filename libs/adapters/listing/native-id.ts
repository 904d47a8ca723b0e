/** How the common CMS write their own id of a document into its address. */
const PATTERNS: readonly RegExp[] = [
  // NFCMS and gkmlpt: post_4212345.html; the same post has one number in every column
  /\/m?post_(\d+)\.s?html?$/i,
  // TRS: t20260930_3998386.html
  /\/t\d{8}_(\d+)\.s?html?$/i,
  // TRS uploads listed as documents: P020260817402979611996.pdf
  /\/([PW]0\d{18,24})\.\w{2,5}$/i,
  // gov.cn: content_7082493.htm
  /\/content_(\d{4,})\.s?html?$/i,
  // jpaas: art_46144_11822808.html and art_<32 hex>.html
  /\/art_\d+_(\d+)\.s?html?$/i,
  /\/art_([0-9a-f]{32})\.s?html?$/i,
  // Xinhua: c_1125597921.htm and /20240509/<32 hex>/c.html
  /\/c_(\d{6,})\.s?html?$/i,
  /\/([0-9a-f]{32})\/c\.s?html?$/i,
  // NetEase: /article/JG1A2B3C0001899O.html
  /\/article\/([A-Z0-9]{16})\.html$/,
];

/** The CMS's id of a document as the path of its address carries it, or null. */
export function nativeIdInPath(pathname: string): string | null {
  for (const pattern of PATTERNS) {
    const id = pattern.exec(pathname)?.[1];
    if (id !== undefined) return id;
  }
  return null;
}

/**
 * The CMS's id of a document on a site. On a host other than the site's own, the host is part of the id: another CMS
 * counts there, and its numbers may be taken here.
 */
export function nativeIdFromUrl(url: string, siteUrl: string): string | null {
  const { pathname, host } = new URL(url);
  const id = nativeIdInPath(pathname);
  if (id === null || host === new URL(siteUrl).host) return id;
  return host.length + id.length < 64 ? `${host}/${id}` : null;
}
