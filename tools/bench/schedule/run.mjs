// The scheduler with many targets: node tools/bench/schedule/run.mjs [targets] [mysql://user@host:port]
import { runBench } from '../run-bench.mjs';

await runBench('schedule');
