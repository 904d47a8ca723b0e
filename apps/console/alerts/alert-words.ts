import { type AlertView } from '@govcrawler/contracts';

/** What tells one trouble from another. */
export function alertKey({ kind, jobId, targetCode, siteCode, host }: AlertView): string {
  return [kind, jobId ?? targetCode ?? siteCode, host].join(' ');
}

/** Where it is wrong; what concerns the whole platform has no place. */
export function alertPlace({ siteName, targetName, targetCode, host }: AlertView): string {
  return [siteName, targetName ?? targetCode].filter(Boolean).join(' · ') || host;
}
