import { type RowDataPacket } from 'mysql2';
import { type Connection } from 'mysql2/promise';

/** What a document came to, in the words of all peers. White space is left out: each lays text out in its own way. */
export interface StoredFields {
  title: string;
  publishDate: string;
  source: string;
  publisher: string;
  docNo: string;
  indexNo: string;
  text: string;
  attachments: string;
}

const bare = (text: unknown): string => String(text ?? '').replace(/[\s\u00a0\u3000\u200b]/g, '');

/** The fields of our own schema. */
export function readOurs(connection: Connection, database: string): Promise<Map<string, StoredFields>> {
  return read(
    connection,
    `SELECT a.url, a.title, a.publish_date, a.source_raw AS source, a.publisher, a.doc_no, a.index_no, a.content_text,
      (SELECT GROUP_CONCAT(f.url ORDER BY f.id SEPARATOR '\n') FROM ${database}.attachment f
        WHERE f.article_id = a.id) AS attachments FROM ${database}.article a`,
  );
}

/** The fields of the peers' schema. */
export function readPeer(connection: Connection, database: string): Promise<Map<string, StoredFields>> {
  return read(
    connection,
    `SELECT a.*, (SELECT GROUP_CONCAT(f.url ORDER BY f.id SEPARATOR '\n') FROM ${database}.bench_attachment f
      WHERE f.article_id = a.id) AS attachments FROM ${database}.bench_article a`,
  );
}

async function read(connection: Connection, sql: string): Promise<Map<string, StoredFields>> {
  const [rows] = await connection.query<RowDataPacket[]>({ sql, dateStrings: true });
  return new Map(
    rows.map((row) => [
      String(row['url']),
      {
        title: bare(row['title']),
        publishDate: bare(row['publish_date']),
        source: bare(row['source']),
        publisher: bare(row['publisher']),
        // Ours writes all brackets of 文号 alike, as the standard does.
        docNo: bare(row['doc_no'])
          .replace(/[[(（［]/g, '〔')
          .replace(/[\])）］]/g, '〕'),
        indexNo: bare(row['index_no']),
        text: bare(row['content_text']),
        attachments: String(row['attachments'] ?? '')
          .split('\n')
          .filter(Boolean)
          .map((url) => decodeURI(url))
          .sort()
          .join(' '),
      },
    ]),
  );
}

/** Where a peer has other documents or other fields than the first one. */
export function comparePeers(peers: ReadonlyMap<string, ReadonlyMap<string, StoredFields>>): string[] {
  const [[firstName, first] = ['', new Map<string, StoredFields>()], ...others] = [...peers];
  return others.flatMap(([name, stored]) => {
    const urls = new Set([...first.keys(), ...stored.keys()]);
    return [...urls].flatMap((url) => {
      const [one, other] = [first.get(url), stored.get(url)];
      if (!one || !other) return [`${url} is missing at ${one ? name : firstName}`];
      const fields = (Object.keys(one) as (keyof StoredFields)[]).filter((field) => one[field] !== other[field]);
      return fields.map(
        (field) => `${url} ${field}: ${firstName} "${one[field].slice(0, 80)}", ${name} "${other[field].slice(0, 80)}"`,
      );
    });
  });
}
