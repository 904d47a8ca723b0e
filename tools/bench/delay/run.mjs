// How late each policy finds documents, over many random publishers: node tools/bench/delay/run.mjs [seeds] [days]
import { runBench } from '../run-bench.mjs';

await runBench('delay');
