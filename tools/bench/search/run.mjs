// Search over many articles: node tools/bench/search/run.mjs mysql://user@host:port [articles] [database to keep and use again]
import { runBench } from '../run-bench.mjs';

runBench('search');
