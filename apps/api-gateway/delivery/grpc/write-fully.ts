import { type ServerWritableStream } from '@grpc/grpc-js';

/** Writes and, where the reader is slow, waits until it has taken what was written. */
export async function writeFully(
  call: ServerWritableStream<unknown, object>,
  message: object,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted || call.write(message)) return;
  await new Promise<void>((resolve) => {
    const go = () => {
      call.off('drain', go);
      signal.removeEventListener('abort', go);
      resolve();
    };
    call.once('drain', go);
    signal.addEventListener('abort', go, { once: true });
  });
}
