import { RepeatedWork } from './repeated-work.js';

/** Runs `rounds` one after the other and stops in the last; answers when each began, and what was reported. */
async function runRounds(
  rounds: readonly (number | Error)[],
  rests: { restMs: number; restAfterErrorMs?: number; restFirst?: boolean },
) {
  const began: number[] = [];
  const errors: unknown[] = [];
  let repeated: RepeatedWork | undefined;
  const start = performance.now();
  await new Promise<void>((resolve) => {
    repeated = new RepeatedWork({
      ...rests,
      onError: (error) => errors.push(error),
      work: async () => {
        began.push(performance.now() - start);
        const round = rounds[began.length - 1]!;
        if (began.length === rounds.length) resolve();
        if (round instanceof Error) throw round;
        return round;
      },
    });
    repeated.start();
    repeated.start(); // twice is once
  });
  await repeated!.stop();
  return { began, errors };
}

describe('RepeatedWork', () => {
  it('goes on at once while there is work, and rests when there is none', async () => {
    const { began } = await runRounds([3, 1, 0, 0], { restMs: 60 });
    expect(began[2]).toBeLessThan(60);
    expect(began[3]! - began[2]!).toBeGreaterThanOrEqual(59);
  });

  it('reports a round that fails, and rests longer before the next', async () => {
    const away = new Error('database is away');
    const { began, errors } = await runRounds([away, 0], { restMs: 1, restAfterErrorMs: 60 });
    expect(errors).toEqual([away]);
    expect(began[1]! - began[0]!).toBeGreaterThanOrEqual(59);
  });

  it('begins with a rest where that is wanted', async () => {
    const { began } = await runRounds([0], { restMs: 60, restFirst: true });
    expect(began[0]).toBeGreaterThanOrEqual(59);
  });

  it('stops during a rest, and never starts a round afterwards', async () => {
    let rounds = 0;
    const repeated = new RepeatedWork({
      work: () => Promise.resolve(rounds++ && 0),
      restMs: 3_600_000,
      onError: () => undefined,
    });
    repeated.start();
    await new Promise((resolve) => setTimeout(resolve, 10));
    await repeated.stop();
    expect(rounds).toBe(1);
  });
});
