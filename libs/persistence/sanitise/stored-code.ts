import { textLimit } from '../schema/text-limits.js';
import { shortenCode, stripForColumn } from './clean-text.js';

/** An identity as its column holds it: who writes a row and then looks for it must ask for this. */
export function storedCode(table: string, column: string, code: string): string {
  return shortenCode(stripForColumn(code).text, textLimit(table, column).limit).text;
}
