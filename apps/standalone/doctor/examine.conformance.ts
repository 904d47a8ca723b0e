import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { examine, type Finding, type Machine } from './examine.js';

export interface ExaminedPlace {
  /** Settings under which everything is in order. */
  env: Record<string, string>;
  /** A database behind another schema; null where the start brings it up to date. */
  oldSchema: Record<string, string> | null;
}

/** Every check fails once for the reason it is there for, and says what to do; nothing else fails with it. */
export function describeDoctor(
  name: string,
  openPlace: () => Promise<ExaminedPlace & { close(): Promise<void> }>,
): void {
  describe(`the doctor on ${name}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'doctor-'));
    let place: ExaminedPlace & { close(): Promise<void> };
    beforeAll(async () => {
      for (const file of ['index.html', 'not-a-folder']) writeFileSync(join(folder, file), 'x');
      place = await openPlace();
    }, 60_000);
    afterAll(async () => {
      await place?.close();
      rmSync(folder, { recursive: true });
    });

    const machine: Machine = {
      nodeVersion: '20.19.1',
      now: () => Date.now(),
      space: async () => ({ freeBytes: 50e9, totalBytes: 100e9 }),
      consoleFolder: folder,
    };
    const look = (changes: { env?: Record<string, string>; dataDir?: string; machine?: Partial<Machine> } = {}) =>
      examine(
        { CHROMIUM_PATH: process.execPath, ...place.env, ...changes.env },
        changes.dataDir ?? join(folder, 'data'),
        {
          ...machine,
          ...changes.machine,
        },
      );
    const troubles = (findings: Finding[]) => findings.filter(({ state }) => state !== 'good');

    it('finds nothing where everything is in order', async () => {
      const findings = await look();
      expect(troubles(findings)).toEqual([]);
      expect(findings.map((finding) => finding.name)).toEqual(
        expect.arrayContaining(['Node.js', 'settings', 'site files', 'data folder', 'disk', 'database', 'console']),
      );
    }, 60_000);

    const file = join(folder, 'not-a-folder');
    const gone = join(file, 'x');
    const broken = join(folder, 'sites');
    it.each<[string, Parameters<typeof look>[0], Finding['state'], RegExp, RegExp]>([
      ['Node.js', { machine: { nodeVersion: '20.18.3' } }, 'bad', /20\.18\.3/, /Node\.js 20\.19/],
      ['settings', { env: { WORKER_CONCURRENCY: 'many' } }, 'bad', /WORKER_CONCURRENCY/, /\.env\.example/],
      ['data folder', { dataDir: gone }, 'bad', /ENOTDIR|EEXIST/, /chown/],
      [
        'disk',
        { machine: { space: async () => ({ freeBytes: 1e8, totalBytes: 1e11 }) } },
        'bad',
        /0\.1 GB/,
        /DATA_DIR/,
      ],
      ['disk', { machine: { space: async () => ({ freeBytes: 4e9, totalBytes: 1e11 }) } }, 'warning', /4 %/, /Free/],
      ['browser', { env: { CHROMIUM_PATH: file } }, 'bad', /does not start/, /apt-get install/],
      ['browser', { env: { CHROMIUM_PATH: '' } }, 'warning', /none/, /CHROMIUM_PATH=/],
      ['console', { machine: { consoleFolder: gone } }, 'bad', /not built/, /npm run build/],
    ])('says what to do about %s (%j)', async (check, changes, state, facts, advice) => {
      const [finding] = troubles(await look(changes)).filter((found) => found.name === check);
      expect(finding).toMatchObject({
        state,
        facts: expect.stringMatching(facts),
        advice: expect.stringMatching(advice),
      });
    });

    it('names file and line of a site that is described wrongly', async () => {
      rmSync(broken, { recursive: true, force: true });
      mkdirSync(broken);
      writeFileSync(join(broken, 'a.yaml'), 'site_id: a\nsite_name: 甲\nbase_url: https://a.gov.cn\ncolums: []\n');
      const found = troubles(await look({ env: { SITES_DIR: broken } }));
      expect(found).toMatchObject([{ name: 'site files', state: 'bad', facts: expect.stringContaining('a.yaml:4') }]);
    });

    it('sees an old schema and clocks that differ', async () => {
      const late = { now: () => Date.now() - 60_000 };
      if (place.oldSchema === null) return;
      expect(troubles(await look({ env: place.oldSchema }))).toMatchObject([
        { name: 'database', state: 'bad', advice: expect.stringContaining('govcrawler migrate') },
      ]);
      expect(troubles(await look({ machine: late }))).toMatchObject([
        { name: 'database', facts: expect.stringContaining('60 s'), advice: expect.stringContaining('NTP') },
      ]);
    }, 60_000);
  });
}
