/** Documents are kept in segments of this many consecutive ids. */
export const SEGMENT_SIZE = 32_768;
const WORDS = SEGMENT_SIZE / 32;
export const BITMAP_BYTES = SEGMENT_SIZE / 8;

/** The segment of a document, and its place in it. */
export const segmentOf = (id: number): number => Math.floor(id / SEGMENT_SIZE);
export const placeOf = (id: number): number => id % SEGMENT_SIZE;

/**
 * Some of the documents of one segment. In memory one bit for each; stored as differences of one or two bytes while
 * that is shorter, which it is for all but the commonest terms.
 */
export class DocumentSet {
  private constructor(private readonly words: Uint32Array) {}

  static empty(): DocumentSet {
    return new DocumentSet(new Uint32Array(WORDS));
  }

  static decode(bytes: Uint8Array): DocumentSet {
    const set = DocumentSet.empty();
    if (bytes.length === BITMAP_BYTES) {
      for (let n = 0; n < WORDS; n += 1) {
        const at = n * 4;
        set.words[n] = (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
      }
      return set;
    }
    let place = -1;
    for (let at = 0; at < bytes.length;) {
      let [gap, shift, byte] = [0, 0, 0];
      do {
        byte = bytes[at++] ?? 0;
        gap |= (byte & 0x7f) << shift;
        shift += 7;
      } while (byte >= 0x80 && shift < 21);
      place += gap + 1;
      if (place < SEGMENT_SIZE) set.add(place);
    }
    return set;
  }

  encode(): Uint8Array {
    return encodePlaces([...this.places()]);
  }

  add(place: number): void {
    this.words[place >>> 5]! |= 1 << (place & 31);
  }

  delete(place: number): void {
    this.words[place >>> 5]! &= ~(1 << (place & 31));
  }

  has(place: number): boolean {
    return (this.words[place >>> 5]! & (1 << (place & 31))) !== 0;
  }

  /** Keeps what the other has too. */
  keep(other: DocumentSet): void {
    for (let n = 0; n < WORDS; n += 1) this.words[n]! &= other.words[n]!;
  }

  drop(other: DocumentSet): void {
    for (let n = 0; n < WORDS; n += 1) this.words[n]! &= ~other.words[n]!;
  }

  include(other: DocumentSet): void {
    for (let n = 0; n < WORDS; n += 1) this.words[n]! |= other.words[n]!;
  }

  copy(): DocumentSet {
    return new DocumentSet(this.words.slice());
  }

  get size(): number {
    let size = 0;
    for (let n = 0; n < WORDS; n += 1) size += bitsIn(this.words[n]!);
    return size;
  }

  /** Lowest first. */
  *places(): Generator<number> {
    for (let n = 0; n < WORDS; n += 1) {
      for (let word = this.words[n]!; word !== 0; word &= word - 1) yield n * 32 + (31 - Math.clz32(word & -word));
    }
  }

  /** Highest first, only those below `below`; `skip` of them are passed over without being looked at one by one. */
  *placesDown(below = SEGMENT_SIZE, skip = 0): Generator<number> {
    for (let n = WORDS - 1; n >= 0; n -= 1) {
      let word = this.words[n]!;
      const base = n * 32;
      if (base >= below) continue;
      if (below - base < 32) word &= 2 ** (below - base) - 1;
      const bits = bitsIn(word);
      if (skip >= bits) {
        skip -= bits;
        continue;
      }
      while (word !== 0) {
        const high = 31 - Math.clz32(word);
        word &= ~(1 << high);
        if (skip > 0) skip -= 1;
        else yield base + high;
      }
    }
  }
}

/** The stored form of documents given by their places, lowest first. */
export function encodePlaces(places: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(Math.min(BITMAP_BYTES, places.length * 3));
  let length = 0;
  let last = -1;
  for (const place of places) {
    // The longest difference takes three bytes; a list that long is a bitmap.
    if (length + 3 >= BITMAP_BYTES) return bitmapOf(places);
    let gap = place - last - 1;
    last = place;
    while (gap >= 0x80) {
      bytes[length++] = (gap & 0x7f) | 0x80;
      gap >>>= 7;
    }
    bytes[length++] = gap;
  }
  return bytes.slice(0, length);
}

function bitmapOf(places: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(BITMAP_BYTES);
  for (const place of places) bytes[place >>> 3]! |= 1 << (place & 7);
  return bytes;
}

function bitsIn(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
