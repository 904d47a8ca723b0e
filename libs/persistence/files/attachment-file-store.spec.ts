import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AttachmentFileStore } from './attachment-file-store.js';

let folder: string;
let store: AttachmentFileStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'attachment-store-'));
  store = new AttachmentFileStore(folder);
});
afterEach(() => rmSync(folder, { recursive: true }));

const place = (articleId: number, filename: string) => ({ siteCode: 's', targetCode: 't', articleId, filename });

async function arrive(id: number, content: string, articleId: number, filename: string) {
  writeFileSync((await store.partial(id)).path, content);
  return store.keep(id, place(articleId, filename));
}

describe('AttachmentFileStore', () => {
  it('keeps equal bytes once, under a name for each article', async () => {
    const first = await arrive(1, '内容', 10, '甲.txt');
    const second = await arrive(2, '内容', 11, '乙.txt');
    expect([first.path, second.path]).toEqual(['attachments/s/t/10/甲.txt', 'attachments/s/t/11/乙.txt']);
    expect(first.sha256).toBe(second.sha256);
    expect(first.sizeBytes).toBe(6);
    const inode = (path: string) => statSync(join(folder, path)).ino;
    expect(inode(first.path)).toBe(inode(second.path));
    expect(readdirSync(join(folder, '.partial'))).toEqual([]);
  });

  it('never replaces another file of the same name, also when both arrive at once', async () => {
    const all = await Promise.all(['一', '二', '三'].map((content, index) => arrive(index, content, 10, '申报表.doc')));
    expect(new Set(all.map(({ path }) => path)).size).toBe(3);
    expect(all.map(({ path }) => readFileSync(join(folder, path), 'utf8'))).toEqual(['一', '二', '三']);
  });

  it('may be told twice', async () => {
    const once = await arrive(1, '内容', 10, '甲.txt');
    expect(await arrive(1, '内容', 10, '甲.txt')).toEqual(once);
  });

  it('replaces a content that a crash of the disk cut short', async () => {
    const { path, sha256 } = await arrive(1, '内容', 10, '甲.txt');
    const blob = join(folder, 'attachments/.blobs', sha256.slice(0, 2), sha256);
    rmSync(join(folder, path));
    rmSync(blob);
    writeFileSync(blob, '内');
    await arrive(2, '内容', 10, '甲.txt');
    expect(readFileSync(blob, 'utf8')).toBe('内容');
  });

  it('forgets downloads that nobody goes on with', async () => {
    const { path } = await store.partial(1);
    const fresh = await store.partial(2);
    writeFileSync(path, 'old');
    writeFileSync(fresh.path, 'fresh');
    const longAgo = new Date(Date.now() - 8 * 24 * 3_600_000);
    utimesSync(path, longAgo, longAgo);
    expect(await store.cleanPartials()).toBe(1);
    expect([existsSync(path), existsSync(fresh.path)]).toEqual([false, true]);
  });

  it('does not follow a link out of the data folder', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'outside-'));
    symlinkSync(outside, join(folder, 'attachments'));
    await expect(arrive(1, '内容', 10, '甲.txt')).rejects.toThrow(/out of the data folder/);
    expect(readdirSync(outside)).toEqual([]);
    rmSync(outside, { recursive: true });
  });
});
