/** Rounds of wrong decoding that are undone: a name may have been garbled twice on its way. */
const MAX_ROUNDS = 2;

/** What Windows-1252 shows for the bytes 0x80-0x9f, in their order; the five unused bytes stay control characters. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * Undoes bytes of UTF-8 or GBK that were read as Latin-1 or Windows-1252, as HTTP headers always are: `å…³äºŽ` is 关于.
 * Text that is right already, or whose bytes are neither, stays as it is.
 */
export function repairMojibake(text: string): string {
  let current = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const bytes = latinBytes(current);
    if (bytes === null) return current;
    const decoded = strict('utf-8', bytes) ?? believableChinese(strict('gb18030', bytes));
    if (decoded === null) return current;
    current = decoded;
  }
  return current;
}

/** Percent signs as UTF-8, or as the GBK that old servers write. */
export function decodePercent(text: string): string {
  const latin1 = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return latin1 === text ? text : repairMojibake(latin1);
}

/** The bytes behind a string of single-byte characters; null when it has none to repair or cannot be one. */
function latinBytes(text: string): Buffer | null {
  const bytes: number[] = [];
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    const byte = code <= 0xff ? code : 0x80 + WINDOWS_1252.indexOf(char);
    if (byte < 0x80 && code > 0xff) return null;
    bytes.push(byte);
  }
  return bytes.some((byte) => byte >= 0x80) ? Buffer.from(bytes) : null;
}

function strict(encoding: string, bytes: Buffer): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Almost any two bytes are some GBK character: real names are Han and common marks, `résumé` gives rare ones. */
function believableChinese(text: string | null): string | null {
  if (text === null) return null;
  const beyondAscii = [...text].filter((char) => char > '\u007f');
  const common = beyondAscii.filter((char) => isLevelOneHan(char) || /[\u3000-\u303f\uff00-\uffef—…·“”‘’]/u.test(char));
  return common.length * 10 >= beyondAscii.length * 8 && beyondAscii.length >= 2 ? text : null;
}

/** GB2312's first level: the 3,755 characters in common use. Their bytes are B0A1 to D7F9. */
function isLevelOneHan(char: string): boolean {
  return LEVEL_ONE.has(char);
}

const LEVEL_ONE: ReadonlySet<string> = new Set(
  Array.from({ length: 0xd7 - 0xb0 + 1 }, (_, row) =>
    new TextDecoder('gb18030').decode(
      Buffer.from(Array.from({ length: 94 }, (_, cell) => [0xb0 + row, 0xa1 + cell]).flat()),
    ),
  ).join(''),
);
