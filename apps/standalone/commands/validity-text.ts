import { type Validity } from '@govcrawler/contracts';

/** 时效 as sites print it. */
export const VALIDITY_TEXT: Record<Validity, string> = { effective: '有效', expired: '失效', abolished: '废止' };
