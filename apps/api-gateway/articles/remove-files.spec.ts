import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { FileStore, type OrphanedFiles } from '@govcrawler/persistence';
import { type GatewayInfrastructure } from '../gateway-infrastructure.js';
import { FileOwnership, RemoveFiles } from './remove-files.js';

class AllOfThem extends FileOwnership {
  async removable({ documents, attachments }: OrphanedFiles): Promise<string[]> {
    return [...documents, ...attachments].flatMap(({ paths }) => paths);
  }
}

describe('files of deleted articles', () => {
  let folder: string;
  let warnings: string[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'files-'));
    warnings = [];
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const remover = (files?: FileStore) => {
    const logger = { warn: (_facts: unknown, text: string) => warnings.push(text) };
    return new RemoveFiles(new AllOfThem(), { files, logger } as unknown as GatewayInfrastructure);
  };
  const write = (path: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), 'x');
  };
  const orphans = (...paths: string[]): OrphanedFiles => ({ documents: [{ urlHash: 'x', paths }], attachments: [] });

  it('go, and only they', async () => {
    for (const path of ['raw_html/a/1.html', 'text/a/1.txt', 'raw_html/a/2.html']) write(path);
    expect(await remover(new FileStore(folder)).remove(orphans('raw_html/a/1.html', 'text/a/1.txt'))).toBe(2);
    expect(existsSync(join(folder, 'raw_html/a/1.html'))).toBe(false);
    expect(existsSync(join(folder, 'raw_html/a/2.html'))).toBe(true);
  });

  it('that are gone already, or lie elsewhere, do not stop the others', async () => {
    write('data/raw_html/1.html');
    write('secret.txt');
    const inside = new FileStore(join(folder, 'data'));
    const removed = await remover(inside).remove(
      orphans('gone.html', '../secret.txt', '/etc/hosts', 'raw_html/1.html'),
    );
    expect(removed).toBe(1);
    expect(warnings).toHaveLength(2);
    expect(existsSync(join(folder, 'secret.txt'))).toBe(true);
  });

  it('stay where there is no data folder, and that is said', async () => {
    expect(await remover().remove(orphans('raw_html/1.html'))).toBe(0);
    expect(warnings).toHaveLength(1);
    expect(await remover().remove(orphans())).toBe(0);
    expect(warnings).toHaveLength(1);
  });
});
