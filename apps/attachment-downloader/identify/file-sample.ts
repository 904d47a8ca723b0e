import { type FileHandle, open } from 'node:fs/promises';

/** The parts of a file that decide its type. */
export interface FileSample {
  size: number;
  head: Buffer;
  tail: Buffer;
  /** Where an OLE file keeps the names of its streams. */
  oleDirectory: Buffer;
}

const SAMPLE_BYTES = 64 * 1024;

/** The same of a file in memory. */
export function sampleBytes(bytes: Buffer): FileSample {
  return {
    size: bytes.length,
    head: bytes.subarray(0, SAMPLE_BYTES),
    tail: bytes.subarray(-SAMPLE_BYTES),
    oleDirectory: bytes.subarray(...oleDirectoryRange(bytes)),
  };
}

/** Reads what decides the type of a file on disk. */
export async function sampleFile(path: string): Promise<FileSample> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const head = await readAt(file, 0, SAMPLE_BYTES);
    const tail = size > SAMPLE_BYTES ? await readAt(file, Math.max(0, size - SAMPLE_BYTES), SAMPLE_BYTES) : head;
    return { size, head, tail, oleDirectory: await readOleDirectory(file, head) };
  } finally {
    await file.close();
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}

async function readOleDirectory(file: FileHandle, head: Buffer): Promise<Buffer> {
  const [from, to] = oleDirectoryRange(head);
  return readAt(file, from, to - from);
}

/** The sectors of the directory form a chain; in practice they follow one another. */
function oleDirectoryRange(head: Buffer): [from: number, to: number] {
  if (head.length < 512 || head.readUInt32BE(0) !== 0xd0cf11e0) return [0, 0];
  const sectorSize = head.readUInt16LE(30) === 12 ? 4096 : 512;
  const from = (head.readUInt32LE(48) + 1) * sectorSize;
  return [from, from + 8 * sectorSize];
}
