import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PermanentError } from '@govcrawler/core';
import { isDiskFull } from './disk-full.js';
import { attachmentPath, documentFileName, FileStore, type DocumentPlace } from './file-store.js';

describe('FileStore', () => {
  let outside: string;
  let dataDir: string;
  let store: FileStore;
  const place: DocumentPlace = {
    siteCode: 'gd',
    targetCode: 'gd__notices',
    date: new Date('2025-12-31T20:00:00Z'),
    name: documentFileName('a'.repeat(64), 'b'.repeat(64)),
  };
  beforeEach(() => {
    outside = mkdtempSync(join(tmpdir(), 'govcrawler-files-'));
    dataDir = join(outside, 'data');
    store = new FileStore(dataDir);
  });
  afterEach(() => rmSync(outside, { recursive: true }));

  const files = (folder = dataDir): string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .sort();

  it('puts pages and texts where the layout says, by the month in Shanghai', async () => {
    const bytes = Buffer.from([0, 255, 128, 60]);
    const name = `${'a'.repeat(32)}-bbbbbbbb`;
    expect(await store.saveRaw(place, bytes)).toBe(`raw_html/gd/gd__notices/2026/01/${name}.html`);
    expect(await store.saveText(place, '正文😀')).toBe(`text/gd/gd__notices/2026/01/${name}.txt`);
    expect(await store.read(`raw_html/gd/gd__notices/2026/01/${name}.html`)).toEqual(bytes);
    expect((await store.read(`text/gd/gd__notices/2026/01/${name}.txt`))?.toString()).toBe('正文😀');
    expect(files()).toEqual([
      `raw_html/gd/gd__notices/2026/01/${name}.html`,
      `text/gd/gd__notices/2026/01/${name}.txt`,
    ]);
  });

  it('writes the same file again in a second run, and keeps the file of an older content', async () => {
    const first = await store.saveText(place, 'old');
    await store.saveText(place, 'old');
    expect(files()).toEqual([first]);
    const second = await store.saveText({ ...place, name: documentFileName('a'.repeat(64), 'c'.repeat(64)) }, 'new');
    expect(second).not.toBe(first);
    expect((await store.read(first))?.toString()).toBe('old');
  });

  it('stores attachments with size and digest, also from a stream', async () => {
    const where = { siteCode: 'gd', targetCode: 'gd__notices', articleId: 7, filename: '../附件 1.pdf' };
    async function* stream() {
      yield Buffer.from('abc');
      yield Buffer.from('def');
    }
    const stored = await store.saveAttachment(where, stream());
    expect(stored).toEqual({
      path: 'attachments/gd/gd__notices/7/__附件 1.pdf',
      sizeBytes: 6,
      sha256: createHash('sha256').update('abcdef').digest('hex'),
    });
    expect(attachmentPath(where)).toBe(stored.path);
    expect((await store.read(stored.path))?.toString()).toBe('abcdef');
  });

  it('shows nothing of a file until it is whole, and leaves nothing of one that failed', async () => {
    const where = { siteCode: 'gd', targetCode: 't', articleId: 1, filename: 'a.pdf' };
    const path = join(dataDir, attachmentPath(where));
    const seen: boolean[] = [];
    async function* broken() {
      yield Buffer.from('half');
      seen.push(existsSync(path));
      throw new Error('connection lost');
    }
    await expect(store.saveAttachment(where, broken())).rejects.toThrow('connection lost');
    expect(seen).toEqual([false]);
    expect(files()).toEqual([]);
  });

  it('shows the old file until the new one is whole', async () => {
    const where = { siteCode: 'gd', targetCode: 't', articleId: 1, filename: 'a.pdf' };
    const { path } = await store.saveAttachment(where, Buffer.from('old'));
    async function* slow() {
      yield Buffer.from('ne');
      expect(readFileSync(join(dataDir, path), 'utf8')).toBe('old');
      yield Buffer.from('w');
    }
    await store.saveAttachment(where, slow());
    expect(readFileSync(join(dataDir, path), 'utf8')).toBe('new');
  });

  it('goes on at once when somebody removed its folders', async () => {
    await store.saveText(place, 'first');
    for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name), { recursive: true });
    const { textPath } = await store.saveDocument(place, Buffer.from('page'), 'second');
    expect((await store.read(textPath))?.toString()).toBe('second');
  });

  it('names a full disk', async () => {
    const where = { siteCode: 'gd', targetCode: 't', articleId: 1, filename: 'a.pdf' };
    async function* full() {
      yield Buffer.from('half');
      throw Object.assign(new Error('write'), { code: 'ENOSPC' });
    }
    const failed = store.saveAttachment(where, full());
    await expect(failed).rejects.toThrow(/^disk_full: /);
    expect(isDiskFull(await failed.catch((error: unknown) => error))).toBe(true);
    expect(isDiskFull(new Error('other'))).toBe(false);
    expect(files()).toEqual([]);
  });

  it('takes many writers of one file at once', async () => {
    const texts = Array.from({ length: 20 }, (_, number) => String(number).repeat(5000));
    await Promise.all(texts.map((text) => store.saveText(place, text)));
    expect(texts).toContain((await store.read(files()[0]!))?.toString());
    expect(files()).toHaveLength(1);
  });

  it('clears what dead writers left, and only that', async () => {
    await store.saveText(place, 'kept');
    const old = join(dataDir, '.tmp', 'old');
    writeFileSync(old, 'half');
    writeFileSync(join(dataDir, '.tmp', 'being-written'), 'half');
    utimesSync(old, new Date(0), new Date(0));
    expect(await store.cleanTemporaryFiles()).toBe(1);
    expect(await store.cleanTemporaryFiles(0)).toBe(1);
    expect(await store.cleanTemporaryFiles(0)).toBe(0);
    expect(files()).toHaveLength(1);
    expect(await new FileStore(join(outside, 'not-there-yet')).cleanTemporaryFiles()).toBe(0);
  });

  it.each(['../secret', '/etc/passwd', 'raw_html/../../secret', '', '.', 'a\u0000b', '..'])(
    'does not read or remove %j',
    async (path) => {
      writeFileSync(join(outside, 'secret'), 'secret');
      await store.saveText(place, 'x');
      await expect(store.read(path)).rejects.toThrow(PermanentError);
      await expect(store.remove(path)).rejects.toThrow(PermanentError);
    },
  );

  it.each(['..', '../..', '/etc', 'a/../../b', '\u0000', '.'])('writes no site code %j outside', async (code) => {
    await store.saveRaw({ ...place, siteCode: code, targetCode: code, name: code }, Buffer.from('x'));
    expect(readdirSync(outside)).toEqual(['data']);
    expect(files()).toHaveLength(1);
  });

  it('does not follow a symbolic link out of the folder', async () => {
    const elsewhere = join(outside, 'elsewhere');
    mkdirSync(join(dataDir, 'text'), { recursive: true });
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, 'secret'), 'secret');
    symlinkSync(elsewhere, join(dataDir, 'text', 'gd'));
    symlinkSync(join(elsewhere, 'secret'), join(dataDir, 'text', 'link'));
    await expect(store.saveText(place, 'x')).rejects.toThrow('leads out of the data folder');
    await expect(store.read('text/gd/secret')).rejects.toThrow(PermanentError);
    await expect(store.read('text/link')).rejects.toThrow(PermanentError);
    await expect(store.remove('text/gd/secret')).rejects.toThrow(PermanentError);
    expect(readdirSync(elsewhere)).toEqual(['secret']);
  });

  it('works when the data folder itself is a link', async () => {
    mkdirSync(join(outside, 'disk'));
    symlinkSync(join(outside, 'disk'), dataDir);
    const path = await store.saveText(place, 'x');
    expect((await store.read(path))?.toString()).toBe('x');
  });

  it('tells a missing file from a forbidden one', async () => {
    expect(await store.read('text/none.txt')).toBeNull();
    expect(await store.remove('text/none.txt')).toBe(false);
    const path = await store.saveText(place, 'x');
    expect(await store.remove(path)).toBe(true);
    expect(await store.read(path)).toBeNull();
  });
});
