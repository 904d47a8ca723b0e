import { GroupedWrites } from './grouped-writes.js';

describe('GroupedWrites', () => {
  const stand = (writeAll?: (commands: number[]) => Promise<(string | null)[]>) => {
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
      { atOnce: 2, perGroup: 3, patienceMs },
    );
    const settle = async () => {
      for (let turn = 0; turn < 50; turn += 1) {
        release.shift()?.();
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    return { writes, calls, settle };
  };

  it('writes the first one at once and groups what comes meanwhile, in order', async () => {
    const { writes, calls, settle } = stand();
    const results = [1, 2, 3, 4, 5].map((command) => writes.write(command));
    expect(calls).toEqual([[1]]);
    await settle();
    expect(calls).toEqual([[1], [2, 3, 4], [5]]);
    expect(await Promise.all(results)).toEqual(['w1', 'w2', 'w3', 'w4', 'w5']);
  });

  it('does not wait for ever for a group that is held up', async () => {
    const calls: number[][] = [];
    const writes = new GroupedWrites<number, string>(
      async (commands) => commands.map((command) => `w${command}`),
      (command) => {
        calls.push([command]);
        return command === 1 ? new Promise(() => undefined) : Promise.resolve(`w${command}`);
      },
      { atOnce: 2, perGroup: 3, patienceMs: 20 },
    );
    void writes.write(1);
    expect(await Promise.all([2, 3].map((command) => writes.write(command)))).toEqual(['w2', 'w3']);
    expect(calls).toEqual([[1]]);
  });

  it('does a group again one by one when it fails, so that only the guilty one fails', async () => {
    const { writes, calls, settle } = stand(() => Promise.reject(new Error('together')));
    const results = Promise.allSettled([1, 12, 13, 14].map((command) => writes.write(command)));
    await settle();
    expect(calls).toEqual([[1], [12, 13, 14], [12], [13], [14]]);
    expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  });

  it('writes alone what cannot be written with others', async () => {
    const { writes, calls, settle } = stand(async (commands) => commands.map((n) => (n === 3 ? null : `w${n}`)));
    const results = [1, 2, 3].map((command) => writes.write(command));
    await settle();
    expect(calls).toEqual([[1], [2, 3], [3]]);
    expect(await Promise.all(results)).toEqual(['w1', 'w2', 'w3']);
  });
});
