interface Waiting<C, R> {
  command: C;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

/**
 * Groups follow each other, because writers of the change log wait for each other anyway, and so they grow when there is
 * much to write. One that is held up by somebody's lock holds up the others no longer than `patienceMs`.
 */
const DEFAULT_LIMITS = { atOnce: 4, perGroup: 20, patienceMs: 250, companyMs: 0 };

/**
 * Lets writes that come at the same moment, or while others are under way, share one transaction or one trip to the
 * disk: it costs about the same for one as for twenty. Only who had company the last time waits for it, `companyMs` at
 * most. A group that fails is done again one by one, so that nobody fails for the sake of a neighbour.
 */
export class GroupedWrites<C, R> {
  private readonly waiting: Waiting<C, R>[] = [];
  private running = 0;
  private startedAt = 0;
  private hadCompany = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    /** Null for those that must be written alone. */
    private readonly writeAll: (commands: C[]) => Promise<(R | null)[]>,
    private readonly writeOne: (command: C) => Promise<R>,
    private readonly limits = DEFAULT_LIMITS,
  ) {}

  write(command: C): Promise<R> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ command, resolve, reject });
      if (this.waiting.length > 1) return;
      // Whoever was let go together comes here in the same turn of the event loop.
      if (this.hadCompany && this.limits.companyMs > 0) setTimeout(() => void this.runNext(), this.limits.companyMs);
      else setImmediate(() => void this.runNext());
    });
  }

  private async runNext(): Promise<void> {
    if (this.waiting.length === 0 || this.running >= this.limits.atOnce) return;
    const patience = this.running === 0 ? 0 : this.startedAt + this.limits.patienceMs - performance.now();
    if (patience > 0) {
      this.timer ??= setTimeout(() => {
        this.timer = undefined;
        void this.runNext();
      }, patience);
      return;
    }
    this.running += 1;
    this.startedAt = performance.now();
    const group = this.waiting.splice(0, this.limits.perGroup);
    this.hadCompany = group.length > 1;
    await this.run(group);
    this.running -= 1;
    void this.runNext();
  }

  private async run(group: Waiting<C, R>[]): Promise<void> {
    const results = group.length === 1 ? [] : await this.tryTogether(group);
    for (const [index, { command, resolve, reject }] of group.entries()) {
      const result = results[index] ?? null;
      if (result === null) await this.writeOne(command).then(resolve, reject);
      else resolve(result);
    }
  }

  private async tryTogether(group: Waiting<C, R>[]): Promise<(R | null)[]> {
    try {
      return await this.writeAll(group.map(({ command }) => command));
    } catch {
      return []; // whatever it was, it comes again for the one that it is about
    }
  }
}
