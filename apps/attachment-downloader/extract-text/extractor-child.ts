import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { type ChildAnswer, type ChildQuestion } from './child-messages.js';
import { type Extraction, type ExtractionFailure, type LimitName } from './extraction.js';

export interface ExtractorChildOptions {
  entry: string;
  timeoutMs: number;
  maxMemoryMb: number;
}

/** V8 aborts with this signal or exit code when its heap is full. */
const HEAP_FULL_CODES: ReadonlySet<number | string> = new Set([134, 'SIGABRT']);
const MEMORY_CHECK_MS = 200;
const START_MS = 30_000;

/** One child process, one file at a time. Time and memory are watched from here: a child that hangs watches nothing. */
export class ExtractorChild {
  filesRead = 0;
  private readonly process: ChildProcess;
  private readonly exited: Promise<void>;
  private pending: { id: number; resolve: (extraction: Extraction) => void; stop: () => void } | null = null;
  private verdict: { reason: LimitName | ExtractionFailure; message: string } | null = null;
  private readonly ready: Promise<void>;

  constructor(private readonly options: ExtractorChildOptions) {
    // No environment: a parser of hostile files has no business with passwords that stand there.
    this.process = fork(options.entry, [], {
      env: {},
      execArgv: [`--max-old-space-size=${Math.ceil(options.maxMemoryMb / 2)}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    let markReady: () => void = () => undefined;
    this.ready = new Promise((resolve) => (markReady = resolve));
    this.exited = new Promise((resolve) => {
      const ended = (code: number | string | null, message: string) => {
        markReady();
        this.end(code, message);
        resolve();
      };
      this.process.once('exit', (code, signal) => ended(signal ?? code, `ended with ${signal ?? code}`));
      this.process.once('error', (error) => ended(null, error.message));
    });
    this.process.on('message', (answer: ChildAnswer) => {
      if ('ready' in answer) markReady();
      else if (answer.id === this.pending?.id) this.settle(answer.extraction);
    });
    // The process ends with its parent; an idle child must not keep the parent alive.
    this.process.unref();
    this.process.channel?.unref();
  }

  get isUsable(): boolean {
    return (
      this.process.connected && this.process.exitCode === null && this.process.signalCode === null && !this.verdict
    );
  }

  async read(question: Omit<ChildQuestion, 'id'>): Promise<Extraction> {
    this.filesRead += 1;
    const id = this.filesRead;
    return new Promise((resolve) => {
      const startLimit = setTimeout(() => void this.kill('child_died', 'the child did not start'), START_MS);
      this.pending = { id, resolve, stop: () => clearTimeout(startLimit) };
      if (!this.isUsable) return this.end(null, 'was gone before it was asked');
      void this.ready.then(() => {
        clearTimeout(startLimit);
        if (this.pending?.id === id && this.isUsable) this.ask({ id, ...question });
      });
    });
  }

  /** Ends the child at once; what it reads gets this reason. */
  async kill(reason: LimitName | ExtractionFailure, message: string): Promise<void> {
    this.verdict ??= { reason, message };
    this.process.kill('SIGKILL');
    await this.exited;
  }

  private ask(question: ChildQuestion): void {
    const { timeoutMs, maxMemoryMb } = this.options;
    const timer = setTimeout(() => void this.kill('limit_time', `not read after ${timeoutMs} ms`), timeoutMs);
    const memory = setInterval(() => {
      void residentMb(this.process.pid).then((used) => {
        if (used > maxMemoryMb) void this.kill('limit_memory', `took more than ${maxMemoryMb} MB to read`);
      });
    }, MEMORY_CHECK_MS);
    if (this.pending) {
      this.pending.stop = () => {
        clearTimeout(timer);
        clearInterval(memory);
      };
    }
    this.process.send(question, (error) => {
      if (error) void this.kill('child_died', error.message);
    });
  }

  private end(code: number | string | null, message: string): void {
    const { reason, message: why } =
      this.verdict ??
      (code !== null && HEAP_FULL_CODES.has(code)
        ? { reason: 'limit_memory' as const, message: `took more memory than ${this.options.maxMemoryMb} MB allow` }
        : { reason: 'child_died' as const, message: `the reading process ${message}` });
    this.settle(
      isLimit(reason)
        ? { kind: 'limited', reason, message: why, text: '', pages: null }
        : { kind: 'failed', reason, message: why },
    );
  }

  private settle(extraction: Extraction): void {
    const { pending } = this;
    this.pending = null;
    pending?.stop();
    pending?.resolve(extraction);
  }
}

function isLimit(reason: LimitName | ExtractionFailure): reason is LimitName {
  return reason.startsWith('limit_');
}

/** Linux only; elsewhere the heap limit alone protects. */
async function residentMb(pid: number | undefined): Promise<number> {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'latin1'))?.[1];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}
