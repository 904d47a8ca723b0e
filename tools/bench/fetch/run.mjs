// The HTTP path beside bare clients: node tools/bench/fetch/run.mjs [--pages N] [--rounds N] [--concurrency N]
import { runBench } from '../run-bench.mjs';

await runBench('fetch');
