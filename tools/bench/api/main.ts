import { openCorpus } from '@govcrawler/testing';
import { measureCalls } from './measure-calls.js';
import { measureExport } from './measure-export.js';
import { startGateway } from './start-gateway.js';

/*
 * The gateway as a program of its own on a database of many articles: 95th percentiles of what the console asks for,
 * and memory while everything is exported. Exit code 1 when a limit is broken.
 */

const [SERVER = process.env['TEST_MYSQL_URL']!, COUNT = '1000000', KEPT] = process.argv.slice(2);
const half = process.env['BENCH'];
const size = { articles: Number(COUNT), sites: 50, targetsPerSite: 100 };

const corpus = await openCorpus(SERVER, size, KEPT, (line) => console.log(line));
try {
  const gateway = await startGateway(corpus);
  try {
    const held = [
      half === 'export' || (await measureCalls(gateway, corpus)),
      half === 'calls' || (await measureExport(gateway)),
    ];
    if (held.includes(false)) process.exitCode = 1;
  } finally {
    await gateway.stop();
  }
} finally {
  await corpus.close();
}
