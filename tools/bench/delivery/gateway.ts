import { createGatewayApp, ensureFirstUser } from '@govcrawler/api-gateway';
import { openDatabase } from '@govcrawler/persistence';
import { createLogger } from '@govcrawler/platform';

/** The serving side of the benchmark, in a process of its own: told the database, it tells its addresses. */
const [url = '', user = '', password = ''] = process.argv.slice(2);
const database = await openDatabase({ kind: 'mysql', url }, { warn: () => undefined });
await ensureFirstUser(database, { user, password });
const lanes = { enqueue: async () => undefined, remove: async () => undefined };
const app = await createGatewayApp(
  {
    mode: 'cluster',
    database,
    lanes,
    errandLanes: lanes,
    consoleFolder: null,
    logger: createLogger('bench', 'silent'),
  },
  { port: 0, host: '127.0.0.1', grpc: { host: '127.0.0.1', port: 0 } },
);
const port = await app.listen();
process.send!({ http: `http://127.0.0.1:${port}`, grpc: `127.0.0.1:${app.grpcPort}` });
process.once('disconnect', () => process.exit(0));
