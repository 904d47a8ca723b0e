// Delivery of many documents: node tools/bench/delivery/run.mjs mysql://user@host:port [articles] [rounds]
import { runBench } from '../run-bench.mjs';

await runBench('delivery');
