import { type RunningGateway } from './start-gateway.js';

/** What the heap may need beside the memory that the first tenth showed. */
const GROWTH_MB = 80;

/** Everything as CSV and as JSONL; false when memory grows with the number of rows. */
export async function measureExport(gateway: RunningGateway): Promise<boolean> {
  let held = true;
  for (const [format, text] of [
    ['csv', false],
    ['jsonl', false],
    ['jsonl', true],
  ] as const) {
    const startedAt = performance.now();
    const samples: { lines: number; memory: number }[] = [];
    const answer = await gateway.get(`/admin/api/articles/export?format=${format}&text=${text}`);
    if (!answer.ok || !answer.body) throw new Error(`export: HTTP ${answer.status}`);
    let [lines, bytes] = [0, 0];
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      for (const byte of chunk) if (byte === 10) lines += 1;
      samples.push({ lines, memory: gateway.memory() });
    }
    const most = (from: number, to: number) =>
      Math.max(...samples.filter((s) => s.lines >= lines * from && s.lines <= lines * to).map((s) => s.memory));
    const [early, late] = [most(0, 0.1), most(0.1, 1)];
    const seconds = (performance.now() - startedAt) / 1000;
    const flat = late - early <= GROWTH_MB;
    if (!flat) held = false;
    console.log(
      `export ${format}${text ? ' with texts' : ''}: ${lines} lines, ${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(0)} s, ` +
        `memory at most ${early.toFixed(0)} MB in the first tenth, ${late.toFixed(0)} MB after it` +
        ` (limit +${GROWTH_MB} MB)${flat ? '' : '  GROWS'}`,
    );
  }
  return held;
}
