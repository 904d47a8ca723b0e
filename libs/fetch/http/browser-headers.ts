import { type FetchPurpose } from '@govcrawler/contracts';

/*
 * One identity for both tiers: clearance cookies are bound to the user agent that earned them, so the plain client
 * must look like the browser that passed the challenge.
 */
const CHROME_MAJOR = 156;

/** User agent of every request, plain or browser. */
export const USER_AGENT = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${CHROME_MAJOR}.0.0.0 Safari/537.36`;

/** Preferred languages of every request. */
export const ACCEPT_LANGUAGE = 'zh-CN,zh;q=0.9,en;q=0.5';

const IDENTITY: Record<string, string> = {
  'user-agent': USER_AGENT,
  'accept-language': ACCEPT_LANGUAGE,
  'accept-encoding': 'gzip, deflate, br',
  'sec-ch-ua': `"Chromium";v="${CHROME_MAJOR}", "Google Chrome";v="${CHROME_MAJOR}", "Not_A Brand";v="24"`,
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"Windows"',
};
const NAVIGATION: Record<string, string> = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'upgrade-insecure-requests': '1',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
  'sec-fetch-user': '?1',
};
const SCRIPT_CALL: Record<string, string> = {
  accept: 'application/json, text/plain, */*',
  'sec-fetch-dest': 'empty',
  'sec-fetch-mode': 'cors',
  'sec-fetch-site': 'same-origin',
};
const NAVIGATION_HEADERS = { ...IDENTITY, ...NAVIGATION };
const SCRIPT_HEADERS = { ...IDENTITY, ...SCRIPT_CALL };

/** What a browser would send for this purpose; the caller's own headers win. */
export function browserHeaders(purpose: FetchPurpose, own: Record<string, string> = {}): Record<string, string> {
  const headers: Record<string, string> = { ...(purpose === 'api' ? SCRIPT_HEADERS : NAVIGATION_HEADERS) };
  for (const [name, value] of Object.entries(own)) headers[name.toLowerCase()] = value;
  return headers;
}
