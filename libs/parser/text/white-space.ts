const RUN_OF_SPACES = /[\t\r\n\f]| {2}/;

/** Every run of ASCII white space becomes one space; other spaces stay. */
export function collapseSpaces(text: string): string {
  return RUN_OF_SPACES.test(text) ? text.replace(/[ \t\r\n\f]+/g, ' ') : text;
}

/** A line without the spaces around it. No-break spaces stay: tables are aligned with them. */
export function trimLine(line: string): string {
  let start = 0;
  let end = line.length;
  while (start < end && isTrimmed(line.charCodeAt(start))) start++;
  while (end > start && isTrimmed(line.charCodeAt(end - 1))) end--;
  return start === 0 && end === line.length ? line : line.slice(start, end);
}

/** ASCII white space, ideographic space, zero-width space, byte order mark. */
function isTrimmed(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0x3000 || code === 0x200b || code === 0xfeff;
}
