import { type RowDataPacket } from 'mysql2';
import { type Connection } from 'mysql2/promise';
import { type OriginDocument, type OriginRequest } from './origin.js';

/** What went wrong, counted; all zero is right. */
export interface Verdict {
  /** Requests of an attempt while another attempt had the host. */
  overlaps: number;
  /** Jobs that did not get done, and documents that are not stored. */
  lost: number;
  /** Documents stored or announced more than once. */
  duplicated: number;
  /** Failed, cancelled or surplus jobs, and documents nobody published or with another text. */
  unexpected: number;
  details: string[];
}

/** Asks the database what is stored, and compares with what the origin published and what was ordered. */
export async function judgeDatabase(
  connection: Connection,
  documents: readonly OriginDocument[],
  jobIds: ReadonlySet<number>,
): Promise<Omit<Verdict, 'overlaps'>> {
  const verdict = { lost: 0, duplicated: 0, unexpected: 0, details: [] as string[] };
  const note = (kind: 'lost' | 'duplicated' | 'unexpected', text: string) => {
    verdict[kind] += 1;
    verdict.details.push(`${kind}: ${text}`);
  };
  const rows = async (sql: string) => (await connection.query<RowDataPacket[]>(sql))[0];

  for (const job of await rows('SELECT id, state, crashes, error FROM crawl_job')) {
    const text = `job ${job['id']} is ${job['state']} after ${job['crashes']} crashes (${job['error'] ?? 'no error'})`;
    if (!jobIds.has(Number(job['id']))) note('unexpected', `job ${job['id']} was never ordered`);
    else if (job['state'] === 'queued' || job['state'] === 'running') note('lost', text);
    else if (job['state'] !== 'done') note('unexpected', text);
  }
  const published = new Map(documents.map((document) => [document.url, document]));
  const stored = new Map<string, number>();
  const sql = `SELECT a.url, a.status, a.revision, a.content_text AS text,
      (SELECT COUNT(*) FROM article_change c WHERE c.article_id = a.id) AS changes FROM article a`;
  for (const article of await rows(sql)) {
    const url = String(article['url']);
    const document = published.get(url);
    stored.set(url, (stored.get(url) ?? 0) + 1);
    if (!document) note('unexpected', `${url} was never published`);
    else if (article['status'] !== 'ready' || !String(article['text']).includes(document.sentence))
      note('unexpected', `${url} is ${article['status']} with another text`);
    if (Number(article['revision']) !== 1 || Number(article['changes']) !== 1)
      note('duplicated', `${url} has revision ${article['revision']} and ${article['changes']} changes`);
  }
  for (const url of published.keys()) {
    const times = stored.get(url) ?? 0;
    if (times === 0) note('lost', `${url} is not stored`);
    else if (times > 1) note('duplicated', `${url} is stored ${times} times`);
  }
  const [pending] = await rows('SELECT COUNT(*) AS count FROM pending_document');
  if (Number(pending?.['count']) > 0) note('lost', `${pending?.['count']} documents are still pending`);
  return verdict;
}

/**
 * Finds attempts that met on a host. An attempt begins with its list and asks for each document once; so a request
 * while another is under way, a document of a column whose list was not the last one asked for, or one asked for twice
 * under the same list, comes from an attempt that should have been over.
 */
export function findOverlaps(requests: readonly OriginRequest[]): string[] {
  const found: string[] = [];
  const byHost = new Map<string, OriginRequest[]>();
  for (const request of requests) byHost.set(request.host, [...(byHost.get(request.host) ?? []), request]);
  for (const [host, inOrder] of byHost) {
    let busyUntil = -Infinity;
    let column: number | null = null;
    const asked = new Set<number>();
    for (const request of inOrder) {
      const what = `${host}/c${request.column}/${request.document ?? ''} at ${Math.round(request.startedAt)} ms`;
      if (request.startedAt < busyUntil) found.push(`overlap: ${what} while another request was under way`);
      busyUntil = Math.max(busyUntil, request.endedAt);
      if (request.document === null) {
        column = request.column;
        asked.clear();
      } else {
        if (request.column !== column) found.push(`overlap: ${what} after another attempt had begun`);
        else if (asked.has(request.document)) found.push(`overlap: ${what} a second time in one attempt`);
        asked.add(request.document);
      }
    }
  }
  return found;
}

/** Share of request pairs on a host that keep their distance, start to start. */
export function intervalKept(requests: readonly OriginRequest[], intervalMs: number): { pairs: number; kept: number } {
  const last = new Map<string, number>();
  let [pairs, kept] = [0, 0];
  for (const { host, startedAt } of requests) {
    const before = last.get(host);
    last.set(host, startedAt);
    if (before === undefined) continue;
    pairs += 1;
    // The clocks of two processes are compared: a millisecond is their grain.
    if (startedAt - before >= intervalMs - 1) kept += 1;
  }
  return { pairs, kept };
}
