import { type FileHandle, open } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { LeaseLostError } from '@govcrawler/core';
import { type AttachmentFileStore, type PartialFile, type Validator } from '@govcrawler/persistence';

/** What an answer says before its body. */
interface AnswerHead {
  status: number;
  headers: Record<string, string>;
}

/**
 * Writes a download into its partial file: behind what is there when the server goes on exactly there, else from the
 * beginning. Every write asks first whether the lane is still ours: a process that slept through its lease must not
 * write into the file of its successor.
 */
export class PartialSink extends Writable {
  /** The server sent a part that does not fit: nothing of it was kept. */
  misfit = false;
  /** Size that the whole file must have in the end, where the server said so. */
  expectedBytes: number | null = null;
  private head: AnswerHead | null = null;
  private file: FileHandle | null = null;

  constructor(
    private readonly store: AttachmentFileStore,
    private readonly attachmentId: number,
    private readonly partial: PartialFile,
    private readonly isHeld: () => boolean,
  ) {
    super();
    this.on('answer', (head: AnswerHead) => (this.head = head));
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    this.append(chunk).then(() => done(), done);
  }

  override _final(done: (error?: Error) => void): void {
    this.begin()
      .then(() => this.file?.sync())
      .then(() => done(), done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const closed = this.file?.close() ?? Promise.resolve();
    closed.then(() => done(error), done);
  }

  private async append(chunk: Buffer): Promise<void> {
    if (!this.isHeld()) throw new LeaseLostError(`Attachment ${this.attachmentId} is another worker's by now`);
    await this.begin();
    await this.file?.writeFile(chunk);
  }

  private async begin(): Promise<void> {
    if (this.file || this.misfit) return;
    const range = /^bytes (\d+)-\d+\/(\d+|\*)/.exec(this.head?.headers['content-range'] ?? '');
    if (this.head?.status === 206) {
      if (!range || Number(range[1]) !== this.partial.bytes) {
        this.misfit = true;
        return;
      }
      this.expectedBytes = range[2] === '*' ? null : Number(range[2]);
      this.file = await open(this.partial.path, 'a');
      return;
    }
    this.file = await open(this.partial.path, 'w');
    await this.store.noteValidator(this.attachmentId, validatorOf(this.head));
  }
}

/** Only what identifies exact bytes: a weak tag does not. */
function validatorOf(head: AnswerHead | null): Validator | null {
  const etag = head?.headers['etag'] ?? null;
  const strong = etag !== null && etag.startsWith('"') ? etag : null;
  const lastModified = head?.headers['last-modified'] ?? null;
  return strong === null && lastModified === null ? null : { etag: strong, lastModified };
}
