import { inflateRawSync } from 'node:zlib';
import { LimitReached, UnreadableFile } from './extraction.js';
import { type ExtractionBudget } from './extraction-budget.js';

/** One file of an archive, as the directory at its end describes it. */
export interface ZipMember {
  name: string;
  packedBytes: number;
  /** As declared; what really comes out is measured while unpacking. */
  declaredBytes: number;
  method: number;
  encrypted: boolean;
  headerOffset: number;
}

const END = 0x06054b50;
const END64 = 0x06064b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const MAX_COMMENT = 0xffff;
const STORED = 0;
const DEFLATED = 8;
const IS_ENCRYPTED = 0x1;
const IS_UTF8 = 0x800;
const IN_ZIP64_FIELD = 0xffffffff;

/** A zip in memory. Sizes in its directory are not believed: unpacking is cut off at what the budget allows. */
export class ZipArchive {
  private constructor(
    private readonly bytes: Buffer,
    readonly members: readonly ZipMember[],
    private readonly budget: ExtractionBudget,
  ) {}

  static open(bytes: Buffer, budget: ExtractionBudget): ZipArchive {
    const directory = findDirectory(bytes, 0, bytes.length);
    if (!directory) throw new UnreadableFile('broken_file', 'the archive has no directory, it is cut off or not a zip');
    budget.addMembers(directory.count);
    const members = readDirectory(bytes.subarray(directory.offset), directory.count);
    if (members.length < directory.count) {
      throw new UnreadableFile(
        'broken_file',
        `the directory names ${directory.count} members, ${members.length} are there`,
      );
    }
    const total = members.reduce((sum, member) => sum + member.declaredBytes, 0);
    const allowed = budget.allowanceFor(bytes.length);
    if (total > allowed.bytes) throw new LimitReached(allowed.limit, `declares ${total} bytes in ${bytes.length}`);
    return new ZipArchive(bytes, members, budget);
  }

  find(name: string): ZipMember | undefined {
    const wanted = name.replace(/^\/+/, '').toLowerCase();
    return this.members.find((member) => member.name.replace(/^\/+/, '').toLowerCase() === wanted);
  }

  read(member: ZipMember): Buffer {
    const packed = this.packedBytesOf(member);
    const unpacked = this.unpack(member, packed);
    this.budget.addUnpacked(unpacked.length, this.bytes.length);
    return unpacked;
  }

  /** Unpacks everything once: afterwards a library that unpacks without limits may be given the archive. */
  verify(): void {
    for (const member of this.members) this.read(member);
  }

  private packedBytesOf(member: ZipMember): Buffer {
    if (member.encrypted) throw new UnreadableFile('encrypted', `${member.name} is encrypted`);
    const { headerOffset: at } = member;
    if (at + 30 > this.bytes.length || this.bytes.readUInt32LE(at) !== LOCAL) {
      throw new UnreadableFile('broken_file', `${member.name} is not where the directory says`);
    }
    const from = at + 30 + this.bytes.readUInt16LE(at + 26) + this.bytes.readUInt16LE(at + 28);
    if (from + member.packedBytes > this.bytes.length) {
      throw new UnreadableFile('broken_file', `${member.name} is cut off`);
    }
    return this.bytes.subarray(from, from + member.packedBytes);
  }

  private unpack(member: ZipMember, packed: Buffer): Buffer {
    if (member.method === STORED) return packed;
    if (member.method !== DEFLATED) {
      throw new UnreadableFile('unsupported_type', `${member.name} is packed by method ${member.method}`);
    }
    if (packed.length === 0) return packed;
    const allowed = this.budget.allowanceFor(packed.length);
    try {
      return inflateRawSync(packed, { maxOutputLength: Math.max(1, allowed.bytes) });
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
        throw new LimitReached(allowed.limit, `${member.name} unpacks to more than ${allowed.bytes} bytes`);
      }
      throw new UnreadableFile('broken_file', `${member.name} cannot be unpacked`, { cause });
    }
  }
}

/** The members' names as far as head and tail of a file show them: from its directory, or else from its first parts. */
export function zipMemberNames(head: Buffer, tail: Buffer, size: number): string[] {
  const tailStart = size - tail.length;
  const directory = findDirectory(tail, tailStart, size);
  const inTail = directory && directory.offset >= tailStart;
  if (inTail)
    return readDirectory(tail.subarray(directory.offset - tailStart), directory.count).map(({ name }) => name);
  const names: string[] = [];
  for (let at = 0; at + 30 < head.length && head.readUInt32LE(at) === LOCAL;) {
    const nameLength = head.readUInt16LE(at + 26);
    names.push(decodeName(head.subarray(at + 30, at + 30 + nameLength), head.readUInt16LE(at + 6)));
    at += 30 + nameLength + head.readUInt16LE(at + 28) + head.readUInt32LE(at + 18);
  }
  return names;
}

/** `bytes` is the end of a file of `size` bytes that begins at `start` of it. */
function findDirectory(bytes: Buffer, start: number, size: number): { offset: number; count: number } | null {
  const lowest = Math.max(0, bytes.length - END_BYTES - MAX_COMMENT);
  for (let at = bytes.length - END_BYTES; at >= lowest; at--) {
    if (bytes.readUInt32LE(at) !== END) continue;
    const count = bytes.readUInt16LE(at + 10);
    const offset = bytes.readUInt32LE(at + 16);
    if (count !== 0xffff && offset !== IN_ZIP64_FIELD) return offset <= size ? { offset, count } : null;
    const locator = at - 20;
    const end64 = locator < 0 ? -1 : Number(bytes.readBigUInt64LE(locator + 8)) - start;
    if (end64 < 0 || end64 + 56 > bytes.length || bytes.readUInt32LE(end64) !== END64) return null;
    return {
      count: Number(bytes.readBigUInt64LE(end64 + 32)),
      offset: Number(bytes.readBigUInt64LE(end64 + 48)),
    };
  }
  return null;
}

function readDirectory(bytes: Buffer, count: number): ZipMember[] {
  const members: ZipMember[] = [];
  for (let at = 0; members.length < count && at + 46 <= bytes.length;) {
    if (bytes.readUInt32LE(at) !== ENTRY) break;
    const flags = bytes.readUInt16LE(at + 8);
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
    const extraEnd = nameEnd + bytes.readUInt16LE(at + 30);
    const wide = wideFields(bytes.subarray(nameEnd, extraEnd));
    const field = (offset: number) => {
      const value = bytes.readUInt32LE(at + offset);
      return value === IN_ZIP64_FIELD ? (wide.shift() ?? value) : value;
    };
    // The wide fields come in this order, each only where its narrow one is full.
    const declaredBytes = field(24);
    const packedBytes = field(20);
    members.push({
      name: decodeName(bytes.subarray(at + 46, nameEnd), flags),
      packedBytes,
      declaredBytes,
      headerOffset: field(42),
      method: bytes.readUInt16LE(at + 10),
      encrypted: (flags & IS_ENCRYPTED) !== 0,
    });
    at = extraEnd + bytes.readUInt16LE(at + 32);
  }
  return members;
}

function wideFields(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    const length = Math.min(extra.readUInt16LE(at + 2), extra.length - at - 4);
    return Array.from({ length: Math.min(3, Math.floor(length / 8)) }, (_, index) =>
      Number(extra.readBigUInt64LE(at + 4 + index * 8)),
    );
  }
  return [];
}

/** Chinese Windows writes names in GBK and does not say so. */
function decodeName(bytes: Buffer, flags: number): string {
  if ((flags & IS_UTF8) !== 0) return bytes.toString('utf8');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}
