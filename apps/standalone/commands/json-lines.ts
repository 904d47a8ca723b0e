import { createReadStream } from 'node:fs';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
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
  // Whoever reads our output may have seen enough (head): that is an end, not a failure.
  const trouble: NodeJS.ErrnoException[] = [];
  output.on('error', (error: NodeJS.ErrnoException) => trouble.push(error));
  try {
    for await (const line of linesOf(input)) {
      if (line?.trim() === '') continue;
      const result = line === null ? { id: null, error: LINE_TOO_LONG } : await transformLine(line, transform);
      const isFull = !output.write(`${JSON.stringify(result)}\n`);
      if (isFull && trouble.length === 0) await once(output, 'drain').catch(() => undefined);
      if (trouble[0]?.code === 'EPIPE') return;
      if (trouble[0]) throw trouble[0];
    }
  } catch (error) {
    // A folder, or a disk that fails in the middle.
    if ((error as NodeJS.ErrnoException).syscall !== 'read') throw error;
    throw new UnreadableInputError(`Cannot read ${file ?? 'standard input'}: ${(error as Error).message}`);
  }
}

/** A page of 20 MB takes twice that as JSON at worst; more is no page. */
const LONGEST_LINE = 100_000_000;
const LINE_TOO_LONG = `the line is longer than ${LONGEST_LINE} characters`;

/**
 * Lines, read no further ahead than one piece of the input: node's own reader of lines collects a thousand of them,
 * which are pages here. Null for a line that is too long to be held.
 */
async function* linesOf(input: NodeJS.ReadableStream): AsyncGenerator<string | null> {
  const decoder = new StringDecoder('utf8');
  let held: string[] = [];
  let length = 0;
  const flush = (last: string) => {
    const line = length + last.length > LONGEST_LINE ? null : held.join('') + last;
    [held, length] = [[], 0];
    return line;
  };
  for await (const piece of input) {
    const parts = decoder.write(piece as Buffer).split('\n');
    const rest = parts.pop() ?? '';
    for (const part of parts) yield flush(part);
    length += rest.length;
    if (length <= LONGEST_LINE) held.push(rest);
    else held = [];
  }
  if (length > 0) yield flush(decoder.end());
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
