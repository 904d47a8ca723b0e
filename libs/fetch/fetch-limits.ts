import { type FetchPurpose } from '@govcrawler/contracts';

export interface PurposeLimits {
  timeoutMs: number;
  maxBytes: number;
}

const MB = 1024 * 1024;
const PAGE: PurposeLimits = { timeoutMs: 30_000, maxBytes: 10 * MB };

/** Limits when the request names none. */
export const DEFAULT_LIMITS: Readonly<Record<FetchPurpose, PurposeLimits>> = {
  list: PAGE,
  detail: PAGE,
  api: PAGE,
  feed: PAGE,
  robots: { timeoutMs: 10_000, maxBytes: 2 * MB },
  attachment: { timeoutMs: 60_000, maxBytes: 200 * MB },
};

/** Time of a page in the browser when the request names none. */
export const BROWSER_TIMEOUT_MS = 30_000;

export const MAX_REDIRECTS = 8;
