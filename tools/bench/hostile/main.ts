import { parseArgs } from 'node:util';
import { decodePage, extractDetail, inferList, nextPageHint, parseDetail, parseList } from '@govcrawler/parser';
import { filesBelow, type HostileInput, hostileInputs } from './inputs.js';
import { mutate, randomFrom } from './mutate.js';
import { seedPages } from './seed-pages.js';

/*
 * Every input must end within two seconds with a result or a named error, and memory must not grow with the number of
 * pages. Exit code 1 when one did not.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { pages: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
});
const LIMIT_MS = 2000;
const HEAP_GROWTH_MB = 50;
const MEGABYTE = 1024 * 1024;
const NOW = new Date('2026-11-18T02:00:00Z');
const URL = 'https://www.a.gov.cn/zwgk/x.html';
const LIST = { row: 'ul li, tr', href: 'a::attr(href)', title: 'a::attr(title), a::text', date: 'span::text' };
const DETAIL = {
  title: 'h1::text, title::text',
  publish_time: "meta[name='PubDate']::attr(content), .time::text",
  source: '.source::text',
  content: '#zoom, div.TRS_Editor, .article-content',
  attachment_css: "a[href$='.pdf'], a[href$='.doc']",
};

/** The ways in which the platform reads a page; each has its own two seconds. */
const READERS: Record<string, (html: string) => unknown> = {
  detail: (html) => extractDetail(html, URL, NOW),
  'detail by selectors': (html) => parseDetail(html, URL, DETAIL, { now: NOW }),
  list: (html) => inferList(html, URL, NOW),
  'list by selectors': (html) => [parseList(html, URL, LIST, NOW), nextPageHint(html, URL)],
};

const failures: string[] = [];
/** Inputs that took more than half of what they may: a slower machine would fail them. */
const slow: string[] = [];
let slowest = { ms: 0, what: '' };

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** CPU time, so that a busy machine is not taken for a slow parser. */
function within(what: string, work: () => unknown): unknown {
  const began = cpuMs();
  try {
    return work();
  } catch (error) {
    // A named error of ours has a code; anything else is a fault.
    if (typeof (error as { code?: unknown }).code !== 'string')
      failures.push(`${what}: ${(error as Error).stack ?? error}`);
    return null;
  } finally {
    const ms = cpuMs() - began;
    if (ms > slowest.ms) slowest = { ms, what };
    if (ms > LIMIT_MS / 2) slow.push(`${what}: ${Math.round(ms)} ms`);
    if (ms > LIMIT_MS) failures.push(`${what}: ${Math.round(ms)} ms`);
  }
}

function read({ name, bytes }: HostileInput): void {
  const decoded = within(`${name}: decode`, () => decodePage(bytes, null)) as { text: string } | null;
  if (!decoded) return;
  for (const [way, reader] of Object.entries(READERS)) within(`${name}: ${way}`, () => reader(decoded.text));
}

function heapMb(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / MEGABYTE;
}

function report(title: string, count: number): void {
  console.log(
    `${title}: ${count}, slowest ${Math.round(slowest.ms)} ms of CPU (${slowest.what}), failures ${failures.length}`,
  );
  for (const line of slow.splice(0)) console.log(`  over half of the limit: ${line}`);
  slowest = { ms: 0, what: '' };
}

let count = 0;
for (const input of hostileInputs()) {
  read(input);
  count += 1;
}
report('20 MB and nested inputs', count);

if (positionals[0]) {
  count = 0;
  for (const input of filesBelow(positionals[0])) {
    read(input);
    count += 1;
  }
  report('files of the corpora', count);
}

const pages = seedPages(positionals[0]);
const random = randomFrom(Number(values.seed));
const heaps: number[] = [];
const total = Number(values.pages);
for (let index = 0; index < total; index += 1) {
  if (index % Math.max(1, Math.floor(total / 10)) === 0) heaps.push(heapMb());
  const page = pages[Math.floor(random() * pages.length)] ?? '';
  read({ name: `mutated page ${index} of seed ${values.seed}`, bytes: Buffer.from(mutate(page, random)) });
}
heaps.push(heapMb());
report('mutated pages', total);
// The first tenth warms caches up.
const growth = (heaps.at(-1) ?? 0) - (heaps[1] ?? 0);
console.log(
  `heap after every tenth of them, MB: ${heaps.map((mb) => mb.toFixed(0)).join(' ')}; growth ${growth.toFixed(1)} (limit ${HEAP_GROWTH_MB})`,
);
if (growth > HEAP_GROWTH_MB) failures.push(`the heap grew by ${growth.toFixed(1)} MB`);
for (const failure of failures.slice(0, 20)) console.log(`FAILED ${failure}`);
process.exit(failures.length === 0 ? 0 : 1);
