import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeDoctor } from './examine.conformance.js';
import { examine } from './examine.js';

describeDoctor('the embedded database', async () => ({ env: {}, oldSchema: null, close: async () => undefined }));

it('the doctor sees an embedded database that cannot be read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'doctor-broken-'));
  mkdirSync(join(folder, 'db', 'postgres'), { recursive: true });
  writeFileSync(join(folder, 'db', 'postgres', 'PG_VERSION'), 'nonsense');
  const findings = await examine({}, folder);
  expect(findings.find(({ name }) => name === 'database')).toMatchObject({
    state: 'bad',
    advice: expect.stringContaining('govcrawler restore'),
  });
  rmSync(folder, { recursive: true });
}, 60_000);
