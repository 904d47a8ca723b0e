import { type ExtractionLimits, LimitReached } from './extraction.js';

/** Below this much output no ratio is suspicious: empty tables compress a thousandfold. */
const RATIO_FLOOR_BYTES = 8 * 1024 * 1024;

/** What one file may still cost, shared by everything inside it; throws LimitReached when it is used up. */
export class ExtractionBudget {
  private unpackedBytes = 0;
  private members = 0;
  private nesting = 0;
  private textChars = 0;
  private cells = 0;
  private ocrPages = 0;

  constructor(readonly limits: ExtractionLimits) {}

  /** The most that a member of this packed size may unpack to. */
  allowanceFor(packedBytes: number): { bytes: number; limit: 'limit_ratio' | 'limit_bytes' } {
    const byRatio = Math.max(RATIO_FLOOR_BYTES, packedBytes * this.limits.maxRatio);
    const left = this.limits.maxUnpackedBytes - this.unpackedBytes;
    return byRatio < left ? { bytes: byRatio, limit: 'limit_ratio' } : { bytes: left, limit: 'limit_bytes' };
  }

  addUnpacked(bytes: number, packedTotal: number): void {
    this.unpackedBytes += bytes;
    if (this.unpackedBytes > this.limits.maxUnpackedBytes) {
      throw new LimitReached('limit_bytes', `unpacks to more than ${this.limits.maxUnpackedBytes} bytes`);
    }
    if (this.unpackedBytes > Math.max(RATIO_FLOOR_BYTES, packedTotal * this.limits.maxRatio)) {
      throw new LimitReached('limit_ratio', `unpacks to more than ${this.limits.maxRatio} times its size`);
    }
  }

  addMembers(count: number): void {
    this.members += count;
    if (this.members > this.limits.maxMembers) {
      throw new LimitReached('limit_members', `holds more than ${this.limits.maxMembers} members`);
    }
  }

  /** Runs `visit` one archive deeper. */
  async nested<T>(visit: () => Promise<T>): Promise<T> {
    if (this.nesting >= this.limits.maxNesting) {
      throw new LimitReached('limit_nesting', `archives are nested deeper than ${this.limits.maxNesting}`);
    }
    this.nesting += 1;
    try {
      return await visit();
    } finally {
      this.nesting -= 1;
    }
  }

  addCells(count: number): void {
    this.cells += count;
    if (this.cells > this.limits.maxCells) {
      throw new LimitReached('limit_cells', `has more than ${this.limits.maxCells} cells`);
    }
  }

  addOcrPage(): void {
    this.ocrPages += 1;
    if (this.ocrPages > this.limits.maxOcrPages) {
      throw new LimitReached('limit_pages', `has more than ${this.limits.maxOcrPages} pages to recognise`);
    }
  }

  /** Counts text that goes into the result. */
  addText(chars: number): void {
    this.textChars += chars;
    if (this.textChars > this.limits.maxTextChars) {
      throw new LimitReached('limit_text', `holds more than ${this.limits.maxTextChars} characters`);
    }
  }

  checkPixels(width: number, height: number): void {
    if (width * height > this.limits.maxPixels) {
      throw new LimitReached('limit_pixels', `a picture of ${width} x ${height} pixels`);
    }
  }
}
