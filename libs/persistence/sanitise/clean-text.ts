import { createHash } from 'node:crypto';

// Control characters except tab, line feed and carriage return; and halves of surrogate pairs without their other half.
const UNSTORABLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F]|\p{Surrogate}/gu;

/** Removes what a database refuses or mangles, and says how much that was. */
export function stripUnstorable(text: string): { text: string; removed: number } {
  let removed = 0;
  const clean = text.replace(UNSTORABLE, () => {
    removed += 1;
    return '';
  });
  return { text: clean, removed };
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
