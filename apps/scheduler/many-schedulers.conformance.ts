import { FakeClock, fakeTarget, FakeTargets, SchedulerStand } from './scheduler-stand.conformance.js';
import { RunRequests, type RunReply } from './scheduler-ports.js';

/** Where jobs are written: one per target and tick. */
export interface JobRows {
  /** Codes of targets that exist there. */
  targetCodes: string[];
  /** True when this call made the job. */
  create(targetCode: string, tick: Date): Promise<boolean>;
  /** `code tick` of every job, in any order. */
  all(): Promise<string[]>;
  close(): Promise<void>;
}

const START = Date.parse('2025-03-03T00:00:00Z');
const MINUTE = 60_000;
const TICKS = 200;

/** A scheduler whose process may die in the middle of a batch. */
class MortalGateway extends RunRequests {
  dead = false;
  dieAfter = Number.POSITIVE_INFINITY;

  constructor(private readonly rows: JobRows) {
    super();
  }

  override async run(targetCode: string, tick: Date): Promise<RunReply> {
    this.dieAfter -= 1;
    if (this.dieAfter < 0) this.dead = true;
    if (this.dead) return { answer: 'unreachable', jobId: null };
    return { answer: (await this.rows.create(targetCode, tick)) ? 'accepted' : 'known', jobId: 1 };
  }
}

/** Two schedulers, one of them ten minutes ahead, one of them dying at random: every tick still runs exactly once. */
export function describeManySchedulers(open: () => Promise<JobRows>): void {
  it('runs every tick exactly once with one clock ahead and random deaths', async () => {
    const rows = await open();
    try {
      const targets = new FakeTargets(rows.targetCodes.map((code) => fakeTarget(code, '* * * * *')));
      let seed = 20_250_303;
      const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
      const clocks = [new FakeClock(START, 10 * MINUTE), new FakeClock(START)];
      const start = async (clock: FakeClock) => {
        const gateway = new MortalGateway(rows);
        const scheduler = new SchedulerStand(targets, gateway, clock, 'once');
        await scheduler.reconcile();
        return { gateway, scheduler };
      };
      const processes = [await start(clocks[0]!), await start(clocks[1]!)];
      let downFor = 0;
      let victim = 0;
      let deaths = 0;
      for (let minute = 1; minute <= TICKS; minute += 1) {
        for (const clock of clocks) clock.at = START + minute * MINUTE;
        if (downFor > 0 && (downFor -= 1) === 0) processes[victim] = await start(clocks[victim]!);
        else if (downFor === 0 && random() < 0.15) {
          victim = random() < 0.5 ? 0 : 1;
          processes[victim]!.gateway.dieAfter = Math.floor(random() * rows.targetCodes.length);
          downFor = 1 + Math.floor(random() * 8);
          deaths += 1;
        }
        await Promise.all(processes.map(({ scheduler, gateway }) => (gateway.dead ? null : scheduler.look())));
      }
      const wanted = rows.targetCodes.flatMap((code) =>
        Array.from({ length: TICKS }, (_, n) => `${code} ${new Date(START + (n + 1) * MINUTE).toISOString()}`),
      );
      // At its start the first one also looks back, and the one ahead goes on for ten minutes.
      const [first, last] = [1, TICKS].map((minute) => new Date(START + minute * MINUTE).toISOString()) as [
        string,
        string,
      ];
      const within = (tick: string) => tick >= first && tick <= last;
      const made = (await rows.all()).filter((job) => within(job.slice(job.indexOf(' ') + 1)));
      expect(deaths).toBeGreaterThan(5);
      expect(made.toSorted()).toEqual(wanted.toSorted());
    } finally {
      await rows.close();
    }
  }, 110_000);
}
