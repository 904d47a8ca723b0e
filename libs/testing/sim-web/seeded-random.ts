/** A small generator whose numbers depend on its key alone: same key, same world, on every machine. */
export class SeededRandom {
  private state: number;

  constructor(key: string | number) {
    // FNV-1a over the key; the avalanche of `next` separates keys that differ in one character.
    let hash = 0x811c9dc5;
    for (const char of String(key)) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
    this.state = hash >>> 0;
  }

  /** In [0, 1), by mulberry32. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  }

  /** Whole number from `low` to `high`, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(choices: readonly T[]): T {
    const choice = choices[Math.floor(this.next() * choices.length)];
    if (choice === undefined) throw new RangeError('SeededRandom.pick needs at least one choice');
    return choice;
  }

  /** `count` different choices in random order; fewer when there are not enough. */
  sample<T>(choices: readonly T[], count: number): T[] {
    const rest = [...choices];
    const chosen: T[] = [];
    while (chosen.length < count && rest.length > 0) chosen.push(...rest.splice(this.int(0, rest.length - 1), 1));
    return chosen;
  }

  digits(length: number): string {
    return Array.from({ length }, () => this.int(0, 9)).join('');
  }

  hex(length: number): string {
    return Array.from({ length }, () => this.int(0, 15).toString(16)).join('');
  }
}
