import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '../fetch-logger.js';
import { openKeptHostState } from './kept-host-state.js';

const ASK = { gapMs: 0, concurrency: 1, requestsPerSec: null, leaseMs: 1000 };

describe('openKeptHostState', () => {
  const folder = mkdtempSync(join(tmpdir(), 'govcrawler-hosts-'));
  const file = join(folder, 'deep', 'hosts.json');
  afterAll(() => rmSync(folder, { recursive: true }));

  const fail = async (host: string) => {
    const kept = await openKeptHostState(file, silentLogger);
    const turn = await kept.hostState.begin(host, ASK);
    if (turn.kind === 'go') await kept.hostState.end(host, turn.turn, { kind: 'network', reason: 'network_reset' });
    return { turn, kept };
  };

  it('knows after a restart what was known before, whoever else wrote meanwhile', async () => {
    const early = await openKeptHostState(file, silentLogger);
    for (let time = 0; time < 3; time += 1) await (await fail('a.gov.cn')).kept.save();
    const late = await openKeptHostState(file, silentLogger);
    for (const host of ['b.gov.cn', 'b.gov.cn']) await (await fail(host)).kept.save();
    for (const { save } of [early, late]) await save();
    const { turn, kept } = await fail('a.gov.cn');
    expect(turn).toMatchObject({ kind: 'cooling', cause: 'network', ms: expect.any(Number) });
    expect(await kept.hostState.views()).toMatchObject([
      { host: 'a.gov.cn', state: 'cooling', networkFailures: 3, lastReason: 'network_reset' },
      { host: 'b.gov.cn', state: 'ready', networkFailures: 2 },
    ]);
  });

  it.each(['', 'not JSON', '[]', 'null', '{"a.gov.cn": null}', '{"a.gov.cn": {"coolUntil": "soon", "failures": {}}}'])(
    'starts with nothing from a file that holds %j',
    async (text) => {
      writeFileSync(file, text);
      const { turn, kept } = await fail('a.gov.cn');
      expect(turn).toMatchObject({ kind: 'go' });
      await kept.save();
      expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ 'a.gov.cn': { networkFailures: 1 } });
    },
  );
});
