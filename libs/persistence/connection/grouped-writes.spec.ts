import { jest } from '@jest/globals';
import { GroupedWrites } from './grouped-writes.js';

describe('GroupedWrites', () => {
  const stand = (writeAll?: (commands: number[]) => Promise<(string | null)[]>, companyMs = 0) => {
    const calls: number[][] = [];
    const release: (() => void)[] = [];
    const patienceMs = 60_000;
    const pass = () => new Promise<void>((resolve) => release.push(resolve));
    const writes = new GroupedWrites<number, string>(
      async (commands) => {
        calls.push(commands);
        await pass();
        return writeAll ? writeAll(commands) : commands.map((command) => `w${command}`);
      },
      async (command) => {
        calls.push([command]);
        await pass();
        if (command === 13) throw new Error('unlucky');
        return `w${command}`;
      },
      { atOnce: 2, perGroup: 3, patienceMs, companyMs },
    );
    const settle = async () => {
      for (let turn = 0; turn < 50; turn += 1) {
        release.shift()?.();
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    return { writes, calls, settle };
  };

  const aTurn = () => new Promise((resolve) => setImmediate(resolve));

  it('lets go together what comes together, and groups what comes meanwhile, in order', async () => {
    const { writes, calls, settle } = stand();
    const together = [1, 2].map((command) => writes.write(command));
    await aTurn();
    expect(calls).toEqual([[1, 2]]);
    const meanwhile = [3, 4, 5, 6].map((command) => writes.write(command));
    await aTurn();
    expect(calls).toEqual([[1, 2]]);
    await settle();
    expect(calls).toEqual([[1, 2], [3, 4, 5], [6]]);
    expect(await Promise.all([...together, ...meanwhile])).toEqual(['w1', 'w2', 'w3', 'w4', 'w5', 'w6']);
  });

  it('waits for company only when there was company the last time', async () => {
    const { writes, calls, settle } = stand(undefined, 60_000);
    const alone = writes.write(1);
    await settle();
    const together = [2, 3].map((command) => writes.write(command));
    await settle();
    expect(calls).toEqual([[1], [2, 3]]);
    await Promise.all([alone, ...together]);
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] });
    try {
      const late = writes.write(4);
      await settle();
      expect(calls).toHaveLength(2);
      jest.advanceTimersByTime(60_000);
      await settle();
      expect(await late).toBe('w4');
    } finally {
      jest.useRealTimers();
    }
  });

  it('does not wait for ever for a group that is held up', async () => {
    const calls: number[][] = [];
    const writes = new GroupedWrites<number, string>(
      async (commands) => commands.map((command) => `w${command}`),
      (command) => {
        calls.push([command]);
        return command === 1 ? new Promise(() => undefined) : Promise.resolve(`w${command}`);
      },
      { atOnce: 2, perGroup: 3, patienceMs: 20, companyMs: 0 },
    );
    void writes.write(1);
    await aTurn();
    expect(await Promise.all([2, 3].map((command) => writes.write(command)))).toEqual(['w2', 'w3']);
    expect(calls).toEqual([[1]]);
  });

  it('does a group again one by one when it fails, so that only the guilty one fails', async () => {
    const { writes, calls, settle } = stand(() => Promise.reject(new Error('together')));
    const results = Promise.allSettled([12, 13, 14].map((command) => writes.write(command)));
    await settle();
    expect(calls).toEqual([[12, 13, 14], [12], [13], [14]]);
    expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('writes alone what cannot be written with others', async () => {
    const { writes, calls, settle } = stand(async (commands) => commands.map((n) => (n === 3 ? null : `w${n}`)));
    const results = [1, 2, 3].map((command) => writes.write(command));
    await settle();
    expect(calls).toEqual([[1, 2, 3], [3]]);
    expect(await Promise.all(results)).toEqual(['w1', 'w2', 'w3']);
  });
});
