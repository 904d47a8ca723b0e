/** Width and height that a picture's header declares; null where it cannot be told without decoding. */
export function imageSize(bytes: Buffer): { width: number; height: number } | null {
  const size = (width: number, height: number) => ({ width, height });
  if (bytes.length < 30) return null;
  if (bytes.readUInt32BE(0) === 0x89504e47) return size(bytes.readUInt32BE(16), bytes.readUInt32BE(20));
  if (bytes.toString('latin1', 0, 4) === 'GIF8') return size(bytes.readUInt16LE(6), bytes.readUInt16LE(8));
  if (bytes.toString('latin1', 0, 2) === 'BM') return size(bytes.readUInt32LE(18), Math.abs(bytes.readInt32LE(22)));
  if (bytes.readUInt16BE(0) === 0xffd8) return jpegSize(bytes);
  if (bytes.toString('latin1', 8, 16) === 'WEBPVP8X')
    return size(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
  if (bytes.toString('latin1', 8, 16) === 'WEBPVP8 ') {
    return size(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
  }
  if (bytes.toString('latin1', 0, 4) === 'II*\0') return tiffSize(bytes, 'LE');
  if (bytes.toString('latin1', 0, 4) === 'MM\0*') return tiffSize(bytes, 'BE');
  return null;
}

function jpegSize(bytes: Buffer): { width: number; height: number } | null {
  for (let at = 2; at + 9 < bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

function tiffSize(bytes: Buffer, order: 'LE' | 'BE'): { width: number; height: number } | null {
  const word = (at: number) => (order === 'LE' ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const long = (at: number) => (order === 'LE' ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const directory = long(4);
  if (directory + 2 > bytes.length) return null;
  const found: Record<number, number> = {};
  for (let index = 0; index < word(directory); index++) {
    const at = directory + 2 + index * 12;
    if (at + 12 > bytes.length) break;
    found[word(at)] = word(at + 2) === 3 ? word(at + 8) : long(at + 8);
  }
  const { 256: width, 257: height } = found;
  return width === undefined || height === undefined ? null : { width, height };
}
