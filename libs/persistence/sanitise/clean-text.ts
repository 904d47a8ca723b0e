import { createHash } from 'node:crypto';

// Control characters except tab, line feed and carriage return; and halves of surrogate pairs without their other half.
const UNSTORABLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F]|\p{Surrogate}/gu;
// Finds nothing in nearly all texts, at a quarter of the cost; whole pairs are suspects too.
const SUSPECT = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uD800-\uDFFF]/;

/** Removes what a database refuses or mangles, and says how much that was. */
export function stripUnstorable(text: string): { text: string; removed: number } {
  if (!SUSPECT.test(text)) return { text, removed: 0 };
  let removed = 0;
  const clean = text.replace(UNSTORABLE, () => {
    removed += 1;
    return '';
  });
  return { text: clean, removed };
}

/**
 * The same for a whole column, where a byte order mark at the beginning goes too: it is no content, and the embedded
 * database keeps it but does not give it back.
 */
export function stripForColumn(text: string): { text: string; removed: number } {
  const stripped = stripUnstorable(text);
  const bare = stripped.text.replace(/^\uFEFF+/, '');
  return { text: bare, removed: stripped.removed + stripped.text.length - bare.length };
}

/** Keeps the first `limit` code points; a surrogate pair is never split. */
export function truncate(text: string, limit: number): { text: string; cut: number } {
  if (text.length <= limit) return { text, cut: 0 };
  let units = 0;
  let points = 0;
  for (const point of text) {
    if (points < limit) units += point.length;
    points += 1;
  }
  return { text: text.slice(0, units), cut: Math.max(0, points - limit) };
}

/** Shortens an identity so that two long ones with the same beginning stay two. */
export function shortenCode(text: string, limit: number): { text: string; cut: number } {
  const { cut } = truncate(text, limit);
  if (cut === 0) return { text, cut };
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const head = truncate(text, limit - digest.length - 1);
  return { text: `${head.text}~${digest}`, cut: head.cut };
}

/** A text as query parameter: what cannot be stored becomes a sign that no stored text matches by accident. */
export function asParameter(text: string): string {
  return text.replace(UNSTORABLE, '\uFFFD');
}
