/** Sites the crawler is made for: government, state media and the other suffixes they publish under. */
export const DEFAULT_PUBLIC_SUFFIXES: readonly string[] = [
  '.gov.cn',
  '.com.cn',
  '.org.cn',
  '.edu.cn',
  '.net.cn',
  '.ac.cn',
  '.news.cn',
  '.xinhuanet.com',
  '.163.com',
  '.xn--zfr164b', // .政务
  '.xn--55qw42g', // .公益
];

const PRIVATE_SEGMENTS = new Set(['admin', 'internal', 'wp-admin', '.git', '.svn']);

function decodedPath(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/**
 * Whether an address is a public page: its host ends with one of the suffixes (null: any host) and no directory
 * of its path is an administration area. A last segment without slash is a page name (`/admin`), not a directory.
 */
export function isPublicPath(address: string | URL, suffixes: readonly string[] | null): boolean {
  if (!URL.canParse(address.toString())) return false;
  const url = new URL(address);
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  const named =
    suffixes === null || suffixes.some((suffix) => `.${host}`.endsWith(suffix.startsWith('.') ? suffix : `.${suffix}`));
  if (!named) return false;
  const directories = decodedPath(url.pathname).toLowerCase().split(/[/\\]/).slice(0, -1);
  return !directories.some((segment) => PRIVATE_SEGMENTS.has(segment));
}
