// The whole pipeline beside Scrapy and Crawlee: node tools/bench/crawl/run.mjs [--hosts N] [--articles N] [--rounds N]
// Needs Debian's python3-scrapy and python3-mysqldb; Crawlee is installed into a folder of its own under tmp.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, root } from '../../dev/setup.mjs';
import { runBench } from '../run-bench.mjs';

const CRAWLEE = '@crawlee/cheerio@3.18.1';
const run = (program, args, options = {}) =>
  spawnSync(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], ...options }).status;

if (run('/usr/bin/python3', ['-c', 'import scrapy, MySQLdb']) !== 0)
  fail('Scrapy is missing. Install it first: sudo apt-get install -y python3-scrapy python3-mysqldb');
const crawlee = join(root, 'tmp', 'bench-crawlee');
if (!existsSync(join(crawlee, 'node_modules', '@crawlee', 'cheerio'))) {
  mkdirSync(crawlee, { recursive: true });
  writeFileSync(join(crawlee, 'package.json'), '{ "private": true, "type": "module" }\n');
  const words = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', CRAWLEE, 'mysql2'];
  if (run('npm', words, { cwd: crawlee }) !== 0) fail('Crawlee could not be installed');
}
await runBench('crawl', { servers: true, env: { BENCH_CRAWLEE: crawlee } });
