import { openTestServer } from './main.js';
import { exerciseDelivery } from './exercise-delivery.js';

it('each consumer has what the database holds, whatever was cut and crashed on the way', async () => {
  const { database, cutWriters, close } = await openTestServer(process.env.TEST_MYSQL_URL!);
  const protoFile = 'libs/contracts/proto/delivery.proto';
  const verdict = await exerciseDelivery({ database, operations: 150, restarts: 1, seed: 1, cutWriters, protoFile });
  await close();
  expect(verdict.consumers).toMatchObject(Array(3).fill({ missing: 0, surplus: 0, different: 0 }));
  expect(verdict.consumers.reduce((sum, { redelivered }) => sum + redelivered, 0)).toBeGreaterThan(0);
  expect(verdict.done.withdrawn).toBeGreaterThan(0);
}, 180_000);
