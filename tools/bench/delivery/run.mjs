// Delivery of many documents: node tools/bench/delivery/run.mjs [mysql://user@host:port] [articles] [rounds]
// Without a server it gets a private MariaDB.
import { runBench } from '../run-bench.mjs';

await runBench('delivery', { servers: !process.argv[2]?.startsWith('mysql:') });
