import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { type GatewayStand } from '../gateway-stand.conformance.js';
import { deliverySite } from './delivery-samples.conformance.js';

interface WarcRecord {
  headers: Record<string, string>;
  block: Buffer;
}

/** Exports in the form of web archives. */
export function describeWarc(stand: () => GatewayStand): void {
  const download = async (query: string) =>
    (
      await stand()
        .get(`/api/v1/exports/warc?${query}`)
        .buffer(true)
        .parse(asBuffer as never)
        .expect(200)
    ).body as Buffer;

  describe('WARC export', () => {
    it('holds every page of a site, each record whole by itself and with its digests', async () => {
      const { store, code } = await deliverySite(stand());
      const texts = ['甲页', '乙页'];
      for (const text of texts) {
        await store(text, {
          responseHeaders: { 'content-type': 'text/html', 'content-encoding': 'gzip', evil: 'a\r\nb: c' },
        });
      }
      await store('浏览器页', { fetchStrategy: 'playwright' });
      const records = readWarc(await download(`site=${code}`));
      expect(records.map(({ headers }) => headers['WARC-Type'])).toEqual([
        'warcinfo',
        'response',
        'response',
        'resource',
      ]);
      for (const { headers, block } of records) {
        expect(headers['WARC-Block-Digest']).toBe(`sha1:${base32(createHash('sha1').update(block).digest())}`);
        expect(Number(headers['Content-Length'])).toBe(block.length);
      }
      const [, first] = records;
      const [head, body] = splitHttp(first!.block);
      expect(body.toString()).toBe('<html><body>甲页</body></html>');
      expect(head).toContain(`content-length: ${body.length}\r\n`);
      expect(head).toContain('x-archive-orig-content-encoding: gzip');
      expect(head).not.toContain('\r\nb: c');
      expect(first!.headers['WARC-Payload-Digest']).toBe(
        `sha256:${base32(createHash('sha256').update(body).digest())}`,
      );
      expect(records[3]!.block.toString()).toContain('浏览器页');
    });

    it('holds the pages of a day in Beijing, and asks for a site or a day', async () => {
      const { store, code } = await deliverySite(stand());
      await store('早', { fetchedAt: new Date('2026-05-01T15:59:59Z') });
      await store('晚', { fetchedAt: new Date('2026-05-01T16:00:00Z') });
      const records = readWarc(await download(`site=${code}&day=2026-05-02`));
      expect(records.map(({ headers }) => headers['WARC-Date'])).toEqual([
        expect.anything(),
        '2026-05-01T16:00:00.000Z',
      ]);
      await stand().get('/api/v1/exports/warc').expect(400);
    });
  });
}

function asBuffer(response: NodeJS.ReadableStream, done: (error: Error | null, body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  response.on('end', () => done(null, Buffer.concat(chunks)));
}

/** A reader of its own: record by record, each a gzip member that must begin with WARC/1.1 and end with two line ends. */
function readWarc(file: Buffer): WarcRecord[] {
  const records: WarcRecord[] = [];
  for (const member of gzipMembers(file)) {
    const text = gunzipSync(member);
    const end = text.indexOf('\r\n\r\n');
    const [version, ...lines] = text.subarray(0, end).toString().split('\r\n');
    if (version !== 'WARC/1.1') throw new Error(`not a record: ${version}`);
    const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s, 2) as [string, string]));
    const block = text.subarray(end + 4, end + 4 + Number(headers['Content-Length']));
    if (text.subarray(end + 4 + block.length).toString() !== '\r\n\r\n') throw new Error('the record does not end');
    records.push({ headers, block });
  }
  return records;
}

/** Where a member ends only decompressing tells; here members are told by the next one's beginning that decompresses. */
function gzipMembers(file: Buffer): Buffer[] {
  const magic = Buffer.from([0x1f, 0x8b, 8]);
  const members: Buffer[] = [];
  for (let start = 0; start < file.length;) {
    let end = file.indexOf(magic, start + 1);
    for (; end > 0 && !decompresses(file.subarray(start, end)); end = file.indexOf(magic, end + 1));
    members.push(file.subarray(start, end < 0 ? file.length : end));
    if (end < 0) break;
    start = end;
  }
  return members;
}

function decompresses(member: Buffer): boolean {
  try {
    gunzipSync(member);
    return true;
  } catch {
    return false;
  }
}

function splitHttp(block: Buffer): [string, Buffer] {
  const end = block.indexOf('\r\n\r\n');
  return [block.subarray(0, end + 2).toString(), block.subarray(end + 4)];
}

function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = (bits.match(/.{1,5}/g) ?? []).map(
    (five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[parseInt(five.padEnd(5, '0'), 2)],
  );
  return letters.join('').padEnd(Math.ceil(letters.length / 8) * 8, '=');
}
