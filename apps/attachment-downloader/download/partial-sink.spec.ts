import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { LeaseLostError } from '@govcrawler/core';
import { AttachmentFileStore } from '@govcrawler/persistence';
import { PartialSink } from './partial-sink.js';

const folder = mkdtempSync(join(tmpdir(), 'partial-sink-'));
const store = new AttachmentFileStore(folder);
afterAll(() => rmSync(folder, { recursive: true }));

async function receive(id: number, head: { status: number; headers: Record<string, string> } | null, body: string) {
  const sink = new PartialSink(store, id, await store.partial(id), () => true);
  if (head) sink.emit('answer', head);
  sink.end(body);
  await once(sink, 'finish');
  return sink;
}
const content = async (id: number) => readFileSync((await store.partial(id)).path, 'utf8');

describe('PartialSink', () => {
  it('goes on behind what is there, and remembers what identifies the file', async () => {
    await receive(
      1,
      { status: 200, headers: { etag: '"v1"', 'last-modified': 'Mon, 16 Nov 2026 08:00:00 GMT' } },
      'first',
    );
    expect((await store.partial(1)).validator).toEqual({ etag: '"v1"', lastModified: 'Mon, 16 Nov 2026 08:00:00 GMT' });
    const sink = await receive(1, { status: 206, headers: { 'content-range': 'bytes 5-11/12' } }, ' second');
    expect(await content(1)).toBe('first second');
    expect(sink.expectedBytes).toBe(12);
  });

  it('starts again when the whole file comes, or when nobody says what comes', async () => {
    await receive(2, { status: 200, headers: { etag: '"v1"' } }, 'old');
    await receive(2, { status: 200, headers: { etag: 'W/"weak"' } }, 'new');
    expect(await content(2)).toBe('new');
    expect((await store.partial(2)).validator).toBeNull();
    await receive(2, null, 'unknown');
    expect(await content(2)).toBe('unknown');
  });

  it('keeps nothing of a part that does not fit', async () => {
    await receive(3, { status: 200, headers: { etag: '"v1"' } }, 'begin');
    const sink = await receive(3, { status: 206, headers: { 'content-range': 'bytes 2-6/7' } }, 'wrong');
    expect(sink.misfit).toBe(true);
    expect(await content(3)).toBe('begin');
  });

  it('refuses to write for a lane that went to somebody else', async () => {
    let held = true;
    const sink = new PartialSink(store, 4, await store.partial(4), () => held);
    const failed = once(sink, 'error');
    sink.emit('answer', { status: 200, headers: {} });
    await new Promise((resolve) => sink.write('mine', resolve));
    held = false;
    sink.write('not mine');
    expect((await failed)[0]).toBeInstanceOf(LeaseLostError);
    expect(await content(4)).toBe('mine');
  });
});
