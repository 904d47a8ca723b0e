import { fileURLToPath } from 'node:url';
import { type FileType } from '../identify/file-types.js';
import { DEFAULT_EXTRACTION_LIMITS, type Extraction, type ExtractionLimits } from './extraction.js';
import { ExtractorChild } from './extractor-child.js';

export interface ExtractorPoolOptions {
  /** Children at the same time. */
  size?: number;
  limits?: Partial<ExtractionLimits>;
  /** Time for one file. */
  timeoutMs?: number;
  /** Memory of one child; it is killed above it. */
  maxMemoryMb?: number;
  /** A child is replaced after this many files: libraries leak. */
  filesPerChild?: number;
  /** The child's compiled entry. */
  entry?: string;
}

interface Waiting {
  start: (child: ExtractorChild) => void;
}

const DEFAULT_ENTRY = fileURLToPath(new URL('./extract-child.js', import.meta.url));

/** Warm child processes that read files. A file that kills or hangs its child costs that child, never the next file. */
export class ExtractorPool {
  private readonly options: Required<Omit<ExtractorPoolOptions, 'limits'>> & { limits: ExtractionLimits };
  private readonly idle: ExtractorChild[] = [];
  private readonly busy = new Set<ExtractorChild>();
  private readonly waiting: Waiting[] = [];
  private closed = false;

  constructor(options: ExtractorPoolOptions = {}) {
    this.options = {
      size: options.size ?? 1,
      timeoutMs: options.timeoutMs ?? 60_000,
      maxMemoryMb: options.maxMemoryMb ?? 768,
      filesPerChild: options.filesPerChild ?? 200,
      entry: options.entry ?? DEFAULT_ENTRY,
      limits: { ...DEFAULT_EXTRACTION_LIMITS, ...options.limits },
    };
  }

  /** Text of a file; every way in which reading can end is a value. */
  read(path: string, type: FileType, mode: 'text' | 'ocr' = 'text'): Promise<Extraction> {
    return new Promise((resolve) => {
      this.waiting.push({ start: (child) => void this.run(child, { path, type, mode }).then(resolve) });
      this.next();
    });
  }

  /** Ends all children; what is being read ends as `aborted`. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([...this.idle, ...this.busy].map((child) => child.kill('aborted', 'the extractor was closed')));
    this.next();
  }

  private next(): void {
    while (this.waiting.length > 0 && (this.closed || this.busy.size < this.options.size)) {
      const child = this.idle.pop() ?? new ExtractorChild(this.options);
      this.busy.add(child);
      if (this.closed) void child.kill('aborted', 'the extractor was closed');
      this.waiting.shift()?.start(child);
    }
  }

  private async run(
    child: ExtractorChild,
    file: { path: string; type: FileType; mode: 'text' | 'ocr' },
  ): Promise<Extraction> {
    const extraction = await child.read({ ...file, limits: this.options.limits });
    this.busy.delete(child);
    if (child.isUsable && child.filesRead < this.options.filesPerChild) this.idle.push(child);
    else void child.kill('aborted', 'the child was replaced');
    this.next();
    return extraction;
  }
}
