import { openEmbeddedStand } from '@govcrawler/testing';
import { exerciseDelivery } from './exercise-delivery.js';

it('each consumer has what the embedded database holds, whatever crashed on the way', async () => {
  const { database, close } = await openEmbeddedStand();
  const protoFile = 'libs/contracts/proto/delivery.proto';
  const verdict = await exerciseDelivery({
    database,
    operations: 200,
    restarts: 1,
    seed: 1,
    cutWriters: null,
    protoFile,
  });
  await close();
  expect(verdict.consumers).toMatchObject(Array(3).fill({ missing: 0, surplus: 0, different: 0 }));
  expect(verdict.consumers.reduce((sum, { redelivered }) => sum + redelivered, 0)).toBeGreaterThan(0);
  expect(verdict.articles).toBeGreaterThan(5);
}, 120_000);
