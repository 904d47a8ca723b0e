import { readFileSync } from 'node:fs';

const EVERY_MS = 100;
const PAGE_BYTES = 4096;
/** Collectors let a heap swing by this much without anything being kept. */
const SWING_MB = 40;

/** Resident memory of some processes while something runs. */
export class MemoryWatch {
  private readonly samples = new Map<string, number[]>();
  private readonly timer: NodeJS.Timeout;

  constructor(processes: Record<string, number>) {
    for (const side of Object.keys(processes)) this.samples.set(side, []);
    this.timer = setInterval(() => {
      for (const [side, pid] of Object.entries(processes)) this.samples.get(side)!.push(residentMb(pid));
    }, EVERY_MS);
  }

  /** One line per process: mean of each quarter of the time, and whether the last is no higher than the second. */
  end(): { flat: boolean; lines: string[] } {
    clearInterval(this.timer);
    let flat = true;
    const lines = [...this.samples].map(([side, samples]) => {
      const size = Math.ceil(samples.length / 4);
      const quarters = [0, 1, 2, 3].map((at) => mean(samples.slice(at * size, (at + 1) * size)));
      const grew = quarters[3]! - quarters[1]!;
      // The first quarter warms up: compiled code, buffers, the pool of connections.
      if (!(grew <= SWING_MB)) flat = false;
      const shown = quarters.map((value) => value.toFixed(0)).join(', ');
      return `${side}: ${shown} MB (${grew <= SWING_MB ? 'flat' : `grew by ${grew.toFixed(0)} MB`})`;
    });
    return { flat, lines };
  }
}

function residentMb(pid: number): number {
  return (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES) / 2 ** 20;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
