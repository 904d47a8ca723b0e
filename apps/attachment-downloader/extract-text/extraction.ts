/** A limit that ended an extraction; what was read before it is kept. */
export type LimitName =
  | 'limit_bytes'
  | 'limit_text'
  | 'limit_pages'
  | 'limit_cells'
  | 'limit_ratio'
  | 'limit_members'
  | 'limit_nesting'
  | 'limit_pixels'
  | 'limit_time'
  | 'limit_memory';

/** Why a file gave no text although no limit was reached. */
export type ExtractionFailure = 'encrypted' | 'broken_file' | 'unsupported_type' | 'child_died' | 'aborted';

/** What came out of a file. `needs_ocr`: it has pages or pixels, but they hold no text. */
export type Extraction =
  | { kind: 'text'; text: string; pages: number | null }
  | { kind: 'empty'; pages: number | null }
  | { kind: 'needs_ocr'; text: string; pages: number }
  | { kind: 'limited'; reason: LimitName; message: string; text: string; pages: number | null }
  | { kind: 'failed'; reason: ExtractionFailure; message: string };

/** How much of a file is read at most. */
export interface ExtractionLimits {
  /** Size of the file itself. */
  maxInputBytes: number;
  /** All that is unpacked from it, archives in archives included. */
  maxUnpackedBytes: number;
  /** Unpacked bytes per packed byte, once more than a few megabytes came out. */
  maxRatio: number;
  maxMembers: number;
  maxNesting: number;
  maxPages: number;
  maxCells: number;
  maxPixels: number;
  maxTextChars: number;
  /** Pages and pictures that are read by OCR. */
  maxOcrPages: number;
}

const MB = 1024 * 1024;

/** Generous for honest documents: the largest real attachments are scanned books of some hundred pages. */
export const DEFAULT_EXTRACTION_LIMITS: ExtractionLimits = {
  maxInputBytes: 100 * MB,
  maxUnpackedBytes: 400 * MB,
  maxRatio: 200,
  maxMembers: 2000,
  maxNesting: 3,
  maxPages: 2000,
  maxCells: 1_000_000,
  maxPixels: 60_000_000,
  maxTextChars: 4_000_000,
  maxOcrPages: 30,
};

/** Thrown where a limit is reached, caught where the text read so far is known. */
export class LimitReached extends Error {
  constructor(
    readonly limit: LimitName,
    message: string,
  ) {
    super(message);
    this.name = 'LimitReached';
  }
}

/** Thrown when a file cannot be read as what it is. */
export class UnreadableFile extends Error {
  constructor(
    readonly reason: ExtractionFailure,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
    this.name = 'UnreadableFile';
  }
}
