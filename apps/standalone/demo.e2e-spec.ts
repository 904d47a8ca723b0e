import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openClusterStand, runProgram, type ClusterStand } from '@govcrawler/testing';

const MAIN = 'dist/apps/standalone/main.js';
const DOCUMENTS = 150;
const PORTAL_DOCUMENTS = 40;

/** The same demo on both sets of servers: only the settings differ. */
describe.each(['embedded', 'cluster'] as const)('demo, %s', (mode) => {
  let folder: string;
  let stand: ClusterStand | null;
  // The scripted model is the same everywhere: once is enough.
  const agents = mode === 'embedded' ? ['--agents'] : [];
  const expected = DOCUMENTS + (agents.length > 0 ? PORTAL_DOCUMENTS : 0);
  const demo = () =>
    runProgram(
      [MAIN, 'demo', '--exit', '--port', '0', '--data-dir', folder, '--documents', String(DOCUMENTS), ...agents],
      stand?.env,
    );

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'govcrawler-demo-'));
    stand = mode === 'cluster' ? await openClusterStand() : null;
    if (stand) {
      const migrated = await runProgram([MAIN, 'migrate'], stand.env);
      expect(migrated).toMatchObject({ code: 0, stdout: expect.stringContaining('InitialSchema') });
    }
  });
  afterAll(async () => {
    await stand?.close();
    rmSync(folder, { recursive: true });
  });

  it('stores every document, and a second run finds nothing new and says why', async () => {
    const first = await demo();
    expect(first.stdout).toContain(
      `All ${expected} documents of the simulation are stored with their files, each once and readable.`,
    );
    expect(first.stdout).toMatch(new RegExp(`total\\s+\\d+\\s+${expected}\\s+0\\s+\\d+`));
    expect(first.stdout).toMatch(
      /Console: http:\/\/127\.0\.0\.1:\d+\/admin\/ {2}\(user admin, one-time password \S+\)/,
    );
    expect(first).toMatchObject({ code: 0, stderr: expect.not.stringContaining('"level":50') });
    expect(count(join(folder, 'raw_html'))).toBe(expected);
    expect(count(join(folder, 'text'))).toBe(expected);

    if (agents.length > 0) {
      expect(first.stdout).toContain(`简报: ${PORTAL_DOCUMENTS} documents, ranked`);
      expect(first.stdout).toMatch(/Model: \d+ calls, (\d+ \+ \d+) tokens, [\d.]+ CNY \(its server counted \1\)/);
    }

    const second = await demo();
    expect(second.stdout).toContain(`(${mode})`);
    expect(second.stdout).toMatch(/total\s+\d+\s+0\s+0\s+0/);
    expect(second.stdout).toContain('Nothing new: every listed document is stored already.');
    expect(second.code).toBe(0);
    expect(count(join(folder, 'raw_html'))).toBe(expected);
  }, 180_000);
});

function count(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
}
