import { crc32, deflateSync } from 'node:zlib';

/** A decoded picture as pdf.js hands it out. */
export interface Pixels {
  width: number;
  height: number;
  /** 1: one bit per pixel, 2: RGB, 3: RGBA. */
  kind: number;
  data: Uint8Array | Uint8ClampedArray;
}

const COLOUR_TYPES: Record<number, { colourType: number; depth: number; bitsPerPixel: number }> = {
  1: { colourType: 0, depth: 1, bitsPerPixel: 1 },
  2: { colourType: 2, depth: 8, bitsPerPixel: 24 },
  3: { colourType: 6, depth: 8, bitsPerPixel: 32 },
};

/** The picture as a PNG file, packed fast: it is read once and thrown away. */
export function encodePng({ width, height, kind, data }: Pixels): Buffer {
  const { colourType, depth, bitsPerPixel } = COLOUR_TYPES[kind] ?? { colourType: 0, depth: 8, bitsPerPixel: 8 };
  const rowBytes = Math.ceil((width * bitsPerPixel) / 8);
  const rows = Buffer.alloc((rowBytes + 1) * height);
  for (let y = 0; y < height; y++) rows.set(data.subarray(y * rowBytes, (y + 1) * rowBytes), y * (rowBytes + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = depth;
  header[9] = colourType;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body) >>> 0, body.length + 4);
  return framed;
}
