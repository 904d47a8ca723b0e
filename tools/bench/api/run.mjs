// The console's main calls, and the export of everything, with many articles and targets:
// node tools/bench/api/run.mjs [mysql://user@host:port] [articles] [database to keep and use again]
// Without a server it starts one of its own. BENCH=calls or BENCH=export runs one half.
import { runBench } from '../run-bench.mjs';

runBench('api', { servers: true });
