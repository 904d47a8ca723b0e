import { createReadStream } from 'node:fs';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { decodePage } from '@govcrawler/parser';
import { z } from 'zod';

/** One page on the way through a pipe. */
export interface PageLine {
  id: unknown;
  url: string;
  html: string;
}

/** ISO 8601 with the offset of the sites' own clock, so that its first ten characters are the day that the page shows. */
export function inShanghai(time: Date): string {
  return `${new Date(time.getTime() + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`;
}

/** The input as a whole cannot be read: the caller's mistake, exit code 2. */
export class UnreadableInputError extends Error {}

const lineSchema = z
  .looseObject({
    id: z.unknown(),
    url: z.string(),
    html: z.string().optional(),
    path: z.string().optional(),
    charset: z.string().optional(),
  })
  .refine(
    ({ html, path }) => (html === undefined) !== (path === undefined),
    'needs html or path, and only one of them',
  );

/**
 * Reads JSON lines {id, url, html | path, charset?}, one page at a time, and writes one line for each in the same
 * order. A line that cannot be used becomes a line with `error`; memory does not grow with the input.
 */
export async function transformPages(
  file: string | undefined,
  transform: (page: PageLine) => object,
  output: NodeJS.WritableStream = process.stdout,
): Promise<void> {
  const input = file === undefined || file === '-' ? process.stdin : createReadStream(file);
  const opened = input === process.stdin ? Promise.resolve() : once(input, 'open');
  await opened.catch((error: Error) => {
    throw new UnreadableInputError(`Cannot read ${file}: ${error.message}`);
  });
  try {
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      if (line.trim() === '') continue;
      const result = await transformLine(line, transform);
      if (!output.write(`${JSON.stringify(result)}\n`)) await once(output, 'drain');
    }
  } catch (error) {
    // A folder, or a disk that fails in the middle.
    if ((error as NodeJS.ErrnoException).syscall !== 'read') throw error;
    throw new UnreadableInputError(`Cannot read ${file ?? 'standard input'}: ${(error as Error).message}`);
  }
}

async function transformLine(line: string, transform: (page: PageLine) => object): Promise<object> {
  let id: unknown = null;
  try {
    const parsed: unknown = JSON.parse(line);
    id = (parsed as { id?: unknown } | null)?.id ?? null;
    const { url, html, path, charset } = lineSchema.parse(parsed);
    if (!URL.canParse(url)) throw new Error(`url is not an absolute address: ${url.slice(0, 200)}`);
    const text = html ?? decodePage(await readFile(path!), charset ?? null).text;
    return { id, ...transform({ id, url, html: text }) };
  } catch (error) {
    return { id, error: describe(error) };
  }
}

function describe(error: unknown): string {
  if (error instanceof z.ZodError) {
    return error.issues
      .map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
      .join('; ');
  }
  return (error as Error).message;
}
