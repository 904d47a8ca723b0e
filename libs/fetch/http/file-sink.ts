import { once } from 'node:events';
import { type Writable } from 'node:stream';
import { type AnswerHead } from './http-client.js';

const HELD_BYTES = 32 * 1024;

/** The place a file goes to failed; the fetch did not. */
export class SinkError extends Error {
  constructor(cause: unknown) {
    super('the sink of a download failed', { cause });
    this.name = 'SinkError';
  }
}

/**
 * Where a downloaded file goes. Nothing is written before the answer can be judged: error pages and small HTML
 * (which may be a challenge in place of the file) stay in memory, cut at 32 KB. The place hears the answer's head as
 * the event `answer` before its first byte: whether a part or the whole comes is known only then.
 */
export class FileSink {
  private held: Buffer[] = [];
  private heldBytes = 0;
  private holding = true;
  private head: AnswerHead | null = null;

  constructor(private readonly target: Writable) {}

  /** Called by the client once status and headers are known. */
  readonly open = (head: AnswerHead): ((chunk: Buffer) => Promise<void>) => {
    this.head = head;
    this.held = [];
    this.heldBytes = 0;
    this.holding = !isFile(head) || /html/i.test(head.headers['content-type'] ?? 'text/html');
    const { status, headers } = head;
    this.target.emit('answer', { status, headers });
    return (chunk) => this.take(chunk);
  };

  /** The first bytes of an answer that was not streamed on. */
  get heldBody(): Buffer {
    return Buffer.concat(this.held);
  }

  /** The answer was found good: what is held follows, and the file is complete. */
  async finish(): Promise<void> {
    await this.flush();
    this.target.end();
    if (!this.target.writableFinished) {
      await once(this.target, 'finish').catch((error: unknown) => {
        throw new SinkError(error);
      });
    }
  }

  fail(message: string): void {
    this.target.destroy(new Error(message));
  }

  private async take(chunk: Buffer): Promise<void> {
    if (!this.holding) return this.write(chunk);
    if (this.heldBytes < HELD_BYTES) this.held.push(chunk);
    this.heldBytes += chunk.length;
    if (this.head && isFile(this.head) && this.heldBytes >= HELD_BYTES) await this.flush();
  }

  private async flush(): Promise<void> {
    this.holding = false;
    for (const chunk of this.held.splice(0)) await this.write(chunk);
  }

  private async write(chunk: Buffer): Promise<void> {
    if (this.target.destroyed) throw new SinkError(this.target.errored);
    if (this.target.write(chunk)) return;
    const stop = new AbortController();
    const { signal } = stop;
    try {
      await Promise.race([once(this.target, 'drain', { signal }), once(this.target, 'close', { signal })]);
    } catch (error) {
      throw new SinkError(error);
    } finally {
      stop.abort();
    }
    if (this.target.destroyed) throw new SinkError(this.target.errored);
  }
}

/** The file, or the part of it that was asked for. */
function isFile({ status }: AnswerHead): boolean {
  return status === 200 || status === 206;
}
