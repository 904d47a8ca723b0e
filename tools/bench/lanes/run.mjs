// Host lanes with very many hosts and with one very busy one: node tools/bench/lanes/run.mjs [--hosts N] [--jobs N]
import { runBench } from '../run-bench.mjs';

await runBench('lanes', { servers: true });
