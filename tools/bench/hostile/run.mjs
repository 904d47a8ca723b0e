// The parser on hostile input: node tools/bench/hostile/run.mjs [corpora folder] [--pages N] [--seed N]
import { runBench } from '../run-bench.mjs';

runBench('hostile');
