import { TransientError } from '@govcrawler/core';

/**
 * The promise's result, or a TransientError after `ms`. BullMQ waits for a lost server without end; a request or a
 * shutdown must not. The late result is ignored unless `onLate` wants it.
 */
export async function within<T>(ms: number, what: string, work: Promise<T>, onLate?: (value: T) => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<'timeout'>((resolve) => {
    timer = setTimeout(() => resolve('timeout'), ms);
  });
  try {
    const first = await Promise.race([work.then((value) => ({ value })), timeout]);
    if (first !== 'timeout') return first.value;
  } finally {
    clearTimeout(timer);
  }
  work.then(onLate, () => undefined);
  throw new TransientError(`${what}: no answer within ${ms} ms`);
}
