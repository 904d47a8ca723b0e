// Extraction beside Readability: node tools/bench/extract/run.mjs <corpora folder> [--rounds N] [--pages]
import { runBench } from '../run-bench.mjs';

await runBench('extract');
