import { foldText } from './fold-text.js';

/** A year of four digits in brackets or a number before 号: what the number of an official document looks like. */
const LOOKS_LIKE_DOC_NO = /[（(]?(19|20)\d{2}年?[)）]?.{0,4}\d|\d+号/;
const NOT_COMPARED = /[^\p{L}\p{N}]|[第年号]/gu;

/**
 * One key for all spellings of a document number (文号): 国发〔2026〕5号, 国发[2026]第5号 and 国发（2026年）5 号 are one.
 * Null for texts without a digit.
 */
export function docNoKey(text: string): string | null {
  const key = foldText(text.slice(0, 200)).replace(NOT_COMPARED, '');
  return /\p{N}/u.test(key) ? key : null;
}

/** Whether somebody who typed this may mean the number of a document. */
export function looksLikeDocNo(text: string): boolean {
  return text.length <= 200 && LOOKS_LIKE_DOC_NO.test(foldText(text));
}
