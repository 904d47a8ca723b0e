import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgres } from '@govcrawler/platform';
import { ChildWorker, compileLibs } from './fixtures/child-worker.js';
import { HostLanes, LaneDispatcher, openQueueBackend } from './index.js';
import { LeaseDouble, until } from './lanes.conformance.js';

describe('embedded lanes after kill -9', () => {
  const compiled = compileLibs();
  const folder = mkdtempSync(join(tmpdir(), 'govcrawler-lanes-'));
  afterAll(() => {
    compiled.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('goes on where the dead process was, at once and in order', async () => {
    const hostKey = 'www.gov.cn';
    const child = await ChildWorker.start(compiled.libs, new LeaseDouble(), {
      folder,
      enqueue: [1, 2, 3].map((jobId) => ({ hostKey, jobId })),
    });
    await until('the first job runs', () => child.requests.length > 0);
    await child.end();

    const postgres = await EmbeddedPostgres.open(folder);
    const backend = await openQueueBackend({ kind: 'embedded', postgres });
    const order: number[] = [];
    const dispatcher = new LaneDispatcher({
      backend,
      leases: new LeaseDouble(),
      concurrency: 2,
      handler: async ({ jobId }) => {
        order.push(jobId);
        return 'finished';
      },
    });
    await dispatcher.start();
    await until('all three', () => order.length === 3, 5_000);
    expect(order).toEqual([1, 2, 3]);
    await dispatcher.stop({ graceMs: 0 });
    expect((await new HostLanes(backend).depthByHost([hostKey])).get(hostKey)).toEqual({
      waiting: 0,
      running: 0,
      delayed: 0,
      failed: 0,
    });
    await backend.close();
    await postgres.close();
  }, 120_000); // a new database folder takes seconds, on a busy machine many
});
