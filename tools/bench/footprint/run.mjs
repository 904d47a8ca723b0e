// What one of each service takes: node tools/bench/footprint/run.mjs [documents]
import { runBench } from '../run-bench.mjs';

await runBench('footprint', { servers: true });
