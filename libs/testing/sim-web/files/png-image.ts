import { crc32, deflateSync } from 'node:zlib';

/** A grey-scale picture whose pixels follow from the key: stands for the scanned pages of image-only notices. */
export function makePng(key: string): Buffer {
  const [width, height] = [480, 640];
  const shade = [...key].reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) % 200, 7);
  const rows = Buffer.alloc((width + 1) * height, 0xff);
  for (let y = 0; y < height; y++) {
    rows[y * (width + 1)] = 0;
    if (y % 24 < 10) rows.fill(shade, y * (width + 1) + 40, y * (width + 1) + width - 40 - ((y * shade) % 120));
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body) >>> 0);
  return Buffer.concat([length, body, checksum]);
}
