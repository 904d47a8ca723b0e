import { type ServerWritableStream, status } from '@grpc/grpc-js';
import { type StoredFileText } from '@govcrawler/persistence';
import { type DocumentFiles } from '../delivery-ports.js';
import { WireError } from './wire-error.js';
import { writeFully } from './write-fully.js';

/** Sends a file in parts; its facts come with the first. */
export async function sendAttachment(
  call: ServerWritableStream<unknown, object>,
  file: StoredFileText | null,
  files: DocumentFiles,
  signal: AbortSignal,
): Promise<void> {
  if (!file) throw new WireError(status.NOT_FOUND, 'no such attachment');
  const opened = file.filePath === null ? null : await files.openStream(file.filePath);
  if (!opened) throw new WireError(status.FAILED_PRECONDITION, `the file is not stored (${file.status})`);
  const { sha256, filename, mime } = file;
  const facts = { sha256, sizeBytes: opened.sizeBytes, filename, mime };
  await writeFully(call, given(facts), signal);
  for await (const data of opened.stream) {
    if (signal.aborted) return;
    await writeFully(call, { data: data as Buffer }, signal);
  }
}

function given(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
