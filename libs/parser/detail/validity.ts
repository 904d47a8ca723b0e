import { type Validity } from '@govcrawler/contracts';

/** Whether a document is in force, from what a site prints (有效, 已失效, 废止 ...). */
export function parseValidity(text: string | null | undefined): Validity | null {
  if (!text) return null;
  if (/未(?:被)?废止|未失效/.test(text)) return 'effective';
  if (/废止|撤销/.test(text)) return 'abolished';
  if (/失效|过期|到期|无效/.test(text)) return 'expired';
  return /有效|是|现行/.test(text) ? 'effective' : null;
}
