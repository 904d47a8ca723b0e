import { SYSTEM_SETTINGS_KEY } from '@govcrawler/contracts';
import { createLogger } from '@govcrawler/platform';
import { KeepHistory } from './keep-history.js';

const DAY_MS = 86_400_000;

describe('keeping history', () => {
  const pruned: [string, number][] = [];
  let stored: unknown = null;
  const note = (what: string) => ({ prune: async (limit: number) => pruned.push([what, limit]) });
  const keep = new KeepHistory(
    {
      settings: { get: async (key) => (key === SYSTEM_SETTINGS_KEY ? stored : null) },
      jobs: note('jobs'),
      logs: note('logs'),
      alerts: note('alerts'),
    },
    createLogger('test', 'silent'),
  );
  beforeEach(() => pruned.splice(0));

  it('goes by the defaults until somebody says something', async () => {
    await keep.prune();
    expect(pruned).toEqual([
      ['jobs', 200],
      ['logs', 90 * DAY_MS],
      ['alerts', 180 * DAY_MS],
    ]);
  });

  it('goes by what was said since, and keeps for ever what is set to 0', async () => {
    stored = { retention: { jobsPerTarget: 7, crawlLogDays: 0, alertDays: 'soon' } };
    await keep.prune();
    expect(pruned).toEqual([
      ['jobs', 7],
      ['alerts', 180 * DAY_MS],
    ]);
  });
});
