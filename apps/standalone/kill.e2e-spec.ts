import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runProgram, startProgram } from '@govcrawler/testing';

const MAIN = 'dist/apps/standalone/main.js';
const DOCUMENTS = 120;
const ROUNDS = 5;

describe('a demo that is killed', () => {
  const folders: string[] = [];
  afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

  // Once during start-up and once during the crawl; the moment inside is random.
  it.each(Array.from({ length: ROUNDS }, (_, round) => round))(
    'loses and doubles nothing, whenever it is killed (round %i)',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'govcrawler-kill-'));
      folders.push(folder);
      const args = [MAIN, 'demo', '--exit', '--port', '0', '--data-dir', folder, '--documents', String(DOCUMENTS)];
      const killAt = async (moment: (victim: ReturnType<typeof startProgram>) => Promise<unknown>) => {
        const victim = startProgram(args);
        await moment(victim);
        victim.child.kill('SIGKILL');
        await victim.ended;
      };
      await killAt(() => sleep(Math.random() * 3000));
      await killAt(async (victim) => {
        await victim.waitFor(/Crawling 12 simulated sites/);
        await sleep(Math.random() * 2500);
      });

      const next = await runProgram(args);
      expect(next.stdout).toContain(
        `All ${DOCUMENTS} documents of the simulation are stored with their files, each once and readable.`,
      );
      expect(next.code).toBe(0);
      expect(readdirSync(join(folder, '.tmp'))).toEqual([]);
    },
    120_000,
  );
});
