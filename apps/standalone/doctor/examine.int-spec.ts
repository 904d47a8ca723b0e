import { openDatabase } from '@govcrawler/persistence';
import { openClusterStand, withRedisSettings } from '@govcrawler/testing';
import { describeDoctor } from './examine.conformance.js';
import { examine } from './examine.js';

const SILENT = { warn: () => undefined };

describeDoctor('MariaDB and Redis', async () => {
  const [stand, old] = [await openClusterStand(), await openClusterStand()];
  const database = await openDatabase({ kind: 'mysql', url: stand.env.DATABASE_URL }, SILENT);
  await database.migrate();
  await database.close();
  const close = async () => {
    await stand.close();
    await old.close();
  };
  return { env: stand.env, oldSchema: { DATABASE_URL: old.env.DATABASE_URL }, close };
});

describe('the doctor of a cluster', () => {
  let stand: Awaited<ReturnType<typeof openClusterStand>>;
  beforeAll(async () => {
    stand = await openClusterStand();
  });
  afterAll(() => stand?.close());
  const finding = async (env: Record<string, string>, wanted: string) =>
    (await examine({ ...stand.env, ...env }, undefined)).find(({ name }) => name === wanted);

  it('says which server does not answer, without its password', async () => {
    const database = await finding({ DATABASE_URL: 'mysql://gc:topsecret@127.0.0.1:9/gc' }, 'database');
    expect(database).toMatchObject({ state: 'bad', advice: expect.stringMatching(/127\.0\.0\.1:9/) });
    const queue = await finding({ VALKEY_URL: 'redis://:topsecret@127.0.0.1:9' }, 'queue');
    expect(queue).toMatchObject({ state: 'bad', advice: expect.stringContaining('VALKEY_URL') });
    expect(JSON.stringify([database, queue])).not.toContain('topsecret');
  }, 60_000);

  it('sees a queue server that throws jobs away', async () => {
    const settings = { maxmemory: '1073741824', 'maxmemory-policy': 'allkeys-lru' };
    await withRedisSettings(stand.env.VALKEY_URL, settings, async () => {
      expect(await finding({}, 'queue')).toMatchObject({ state: 'bad', advice: expect.stringContaining('noeviction') });
    });
  });
});
