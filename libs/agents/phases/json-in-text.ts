/** The first JSON array in an answer, also inside a code fence or between polite words; null when there is none. */
export function jsonArrayIn(text: string): unknown[] | null {
  const start = text.indexOf('[');
  if (start === -1) return null;
  for (let end = text.lastIndexOf(']'); end > start; end = text.lastIndexOf(']', end - 1)) {
    try {
      const parsed: unknown = JSON.parse(text.slice(start, end + 1));
      return Array.isArray(parsed) ? parsed : null;
    } catch {
      // A bracket of the words behind the array: the next one inward may be its end.
    }
  }
  return null;
}
