import { fork } from 'node:child_process';
import { arch, cpus, platform } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { InProcessHostState } from '@govcrawler/fetch';
import { bareHttpPeer, chainPeer, gotScrapingPeer, type Peer, undiciPeer } from './peers.js';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '5' },
    concurrency: { type: 'string', default: '4' },
  },
});
const pages = Number(values.pages);
const rounds = Number(values.rounds);
const concurrency = Number(values.concurrency);

const median = (numbers: number[]): number => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** CPU milliseconds per page of this process; every page's size is checked, so nobody wins by bringing less. */
async function cpuPerPage(peer: Peer, bytes: number): Promise<number> {
  const before = process.cpuUsage();
  let next = 0;
  const visitor = async () => {
    for (let page = next++; page < pages; page = next++) {
      const got = await peer.fetch(`/page/${page}.html`);
      if (got !== bytes) throw new Error(`${peer.name} brought ${got} of ${bytes} bytes`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, visitor));
  const used = process.cpuUsage(before);
  return (used.user + used.system) / 1000 / pages;
}

/** Bytes of heap per host that was asked once and is idle. */
async function bytesPerIdleHost(hosts: number): Promise<number> {
  const store = new InProcessHostState();
  const heap = () => {
    globalThis.gc?.();
    return process.memoryUsage().heapUsed;
  };
  const before = heap();
  for (let index = 0; index < hosts; index += 1) {
    const host = `www.county-${index}.gov.cn`;
    const answer = await store.begin(host, { gapMs: 5000, concurrency: 1, requestsPerSec: null, leaseMs: 1000 });
    if (answer.kind === 'go') await store.end(host, answer.turn, { kind: 'healthy' });
  }
  const used = heap() - before;
  if ((await store.views()).length !== hosts) throw new Error('hosts were forgotten');
  return used / hosts;
}

const origin = fork(fileURLToPath(new URL('./origin.js', import.meta.url)), { stdio: 'inherit' });
const { port, bytes } = await new Promise<{ port: number; bytes: number }>((resolve) =>
  origin.once('message', resolve as never),
);
const peers = [chainPeer(port), gotScrapingPeer(port), undiciPeer(port), bareHttpPeer(port)];
const figures = new Map<Peer, number[]>(peers.map((peer) => [peer, []]));
for (const peer of peers) await cpuPerPage(peer, bytes); // warm-up, not counted
for (let round = 0; round < rounds; round += 1) {
  // The order rotates, so that nobody always runs on a cold or a tired machine.
  for (let step = 0; step < peers.length; step += 1) {
    const peer = peers[(round + step) % peers.length];
    if (peer) figures.get(peer)?.push(await cpuPerPage(peer, bytes));
  }
}
console.log(`Node ${process.version}, ${platform()} ${arch()}, ${cpus().length} cores, pages of ${bytes} bytes`);
console.log(`${pages} pages x ${rounds} rounds, ${concurrency} at a time; CPU ms per page of the client process`);
const [chain, got] = peers.map((peer) => median(figures.get(peer) ?? []));
for (const [peer, rows] of figures) {
  const range = `${Math.min(...rows).toFixed(2)}..${Math.max(...rows).toFixed(2)}`;
  console.log(`  ${peer.name.padEnd(26)} ${median(rows).toFixed(2)}   (${range})`);
}
console.log(`chain / got-scraping keep-alive: ${((chain ?? 0) / (got ?? 1)).toFixed(2)} (aim: at most 2)`);
console.log(`bytes per idle host: ${Math.round(await bytesPerIdleHost(10_000))} (aim: under 5120)`);
await Promise.all(peers.map((peer) => peer.close()));
origin.disconnect();
