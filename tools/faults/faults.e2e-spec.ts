import { runProgram } from '@govcrawler/testing';

describe('npm run faults -- --short', () => {
  it('loses, doubles and overlaps nothing while workers are killed and frozen and the queue is flushed', async () => {
    const { code, stdout, stderr } = await runProgram(['tools/faults/run.mjs', '--seed', '1', '--short']);
    expect([stdout.trim().split('\n').at(-1), stderr]).toEqual([
      expect.stringMatching(/overlaps 0, lost 0, duplicated 0, unexpected 0, .* all hold$/),
      expect.anything(),
    ]);
    expect(code).toBe(0);
  }, 180_000);
});
