// Delivery of many documents: node tools/bench/delivery/run.mjs mysql://user@host:port [articles]
import { runBench } from '../run-bench.mjs';

runBench('delivery');
