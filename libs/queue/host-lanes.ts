import { laneName, type LaneDepth } from './lane.js';
import { type QueueBackend } from './queue-backend.js';
import { COMMAND_TIMEOUT_MS } from './queue-options.js';
import { within } from './within.js';

/** A job whose row in the database is not final. */
export interface UnfinishedJob {
  id: number;
  hostKey: string;
}

/** What a reconcile found and did. */
export interface Reconciled {
  /** The queue had lost them. */
  added: number;
  /** They lay in the queue as finished. */
  revived: number;
  hosts: number;
}

const LANES_AT_A_TIME = 50;

/** The producer's side of the lanes. The job's row is written first; the queue only says that it is there. */
export class HostLanes {
  constructor(private readonly backend: QueueBackend) {}

  /**
   * Puts a job on the lane of its host; doing it again is harmless. Call it after the row's transaction: the embedded
   * database has one session, and enqueueing inside a transaction would wait for itself.
   */
  async enqueue(hostKey: string, jobId: number): Promise<void> {
    const addAndRing = async () => {
      await this.backend.lane(hostKey).add(jobId);
      await this.backend.ring(hostKey);
    };
    await within(COMMAND_TIMEOUT_MS, `Enqueueing job ${jobId} for ${hostKey}`, addAndRing());
  }

  /** Takes a waiting job off its lane; one that runs is told so and stays. */
  remove(hostKey: string, jobId: number): Promise<'removed' | 'running' | 'absent'> {
    return within(
      COMMAND_TIMEOUT_MS,
      `Removing job ${jobId} from ${hostKey}`,
      this.backend.lane(hostKey).remove(jobId),
    );
  }

  async depthByHost(hostKeys: Iterable<string>): Promise<Map<string, LaneDepth>> {
    const depths = new Map<string, LaneDepth>();
    await this.eachLane([...new Set(hostKeys)], async (hostKey) => {
      depths.set(hostKey, await this.backend.lane(hostKey).depth());
    });
    return depths;
  }

  /**
   * Puts back what the queue lost: give it all unfinished rows. It changes nothing where row and queue agree, and
   * rings for every lane with work, so a lost bell comes back too.
   */
  async reconcile(unfinished: readonly UnfinishedJob[]): Promise<Reconciled> {
    const idsByHost = new Map<string, number[]>();
    for (const { hostKey, id } of unfinished) {
      const ids = idsByHost.get(hostKey);
      if (ids) ids.push(id);
      else idsByHost.set(hostKey, [id]);
    }
    const total: Reconciled = { added: 0, revived: 0, hosts: idsByHost.size };
    await this.eachLane([...idsByHost.keys()], async (hostKey) => {
      // Lower numbers were asked for first.
      const ids = (idsByHost.get(hostKey) ?? []).sort((a, b) => a - b);
      const { added, revived, hasWork } = await this.backend.lane(hostKey).restore(ids);
      total.added += added;
      total.revived += revived;
      if (hasWork) await this.backend.ring(hostKey);
    });
    await within(COMMAND_TIMEOUT_MS, 'Tidying the queues', this.backend.tidy());
    return total;
  }

  private async eachLane(hostKeys: string[], visit: (hostKey: string) => Promise<void>): Promise<void> {
    for (let from = 0; from < hostKeys.length; from += LANES_AT_A_TIME) {
      const some = hostKeys.slice(from, from + LANES_AT_A_TIME);
      const what = `Visiting the lanes from ${laneName(some[0] as string)}`;
      await within(COMMAND_TIMEOUT_MS, what, Promise.all(some.map(visit)));
    }
  }
}
