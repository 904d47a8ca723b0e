import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FileStore } from './file-store.js';

const workspace = join(import.meta.dirname, '..', '..', '..');

/** Writes files without end; every file repeats one letter, so that a torn one shows. */
const WRITER = `
import { FileStore } from './libs/persistence/files/file-store.js';
const store = new FileStore(process.argv[2]);
for (let round = 0; ; round += 1) {
  if (round === 1) process.send('ready');
  const letter = String.fromCharCode(97 + (round % 26));
  const place = { siteCode: 's', targetCode: 't', date: new Date(0), name: 'f' + (round % 5) };
  await Promise.all([store.saveRaw(place, Buffer.alloc(300_000, letter)), store.saveText(place, letter.repeat(200_000))]);
}
`;

describe('FileStore under kill -9', () => {
  let folder: string;
  beforeAll(() => {
    // Inside the workspace, where the compiled code finds its packages.
    mkdirSync(join(workspace, 'tmp'), { recursive: true });
    folder = mkdtempSync(join(workspace, 'tmp', 'file-store-'));
    const sources = ['contracts', 'core', 'persistence/connection', 'persistence/files', 'persistence/sanitise'].map(
      (lib) => `libs/${lib}`,
    );
    const swc = join(workspace, 'node_modules', '.bin', 'swc');
    execFileSync(swc, [...sources, '-d', folder, '--config-file', '.swcrc'], { cwd: workspace });
    writeFileSync(join(folder, 'writer.mjs'), WRITER);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('leaves only whole files, and its rubbish is cleared at the next start', async () => {
    const dataDir = join(folder, 'data');
    for (let round = 0; round < 8; round += 1) {
      const writer = spawn(process.execPath, [join(folder, 'writer.mjs'), dataDir], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      await once(writer, 'message');
      await sleep(20 + Math.random() * 150);
      writer.kill('SIGKILL');
      await once(writer, 'exit');
      const store = new FileStore(dataDir);
      await store.cleanTemporaryFiles(0);
      expect(readdirSync(join(dataDir, '.tmp'))).toEqual([]);
      for (const entry of readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const content = readFileSync(join(entry.parentPath, entry.name));
        expect(content.length).toBe(entry.name.endsWith('.html') ? 300_000 : 200_000);
        expect(content.every((byte) => byte === content[0])).toBe(true);
      }
    }
  });
});
