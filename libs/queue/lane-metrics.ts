import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { type LaneEvent } from './lane-handler.js';

const SECONDS = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600];

/** What dispatchers of one process do, as figures; each dispatcher is named by its queue. Hosts are no label: they are many. */
export class LaneMetrics {
  private readonly running: Gauge<'queue'>;
  private readonly runs: Counter<'queue' | 'outcome'>;
  private readonly waited: Histogram<'queue'>;
  private readonly took: Histogram<'queue'>;
  private readonly troubles: Counter<'queue' | 'kind'>;

  constructor(registry: Registry) {
    const registers = [registry];
    this.running = new Gauge({
      name: 'govcrawler_lane_running',
      help: 'Jobs that run in this process',
      labelNames: ['queue'],
      registers,
    });
    this.runs = new Counter({
      name: 'govcrawler_lane_runs_total',
      help: 'Runs of jobs by how they ended',
      labelNames: ['queue', 'outcome'],
      registers,
    });
    this.waited = new Histogram({
      name: 'govcrawler_lane_wait_seconds',
      help: 'Time of jobs on their lane before they ran',
      labelNames: ['queue'],
      buckets: SECONDS,
      registers,
    });
    this.took = new Histogram({
      name: 'govcrawler_lane_run_seconds',
      help: 'Duration of runs',
      labelNames: ['queue'],
      buckets: SECONDS,
      registers,
    });
    this.troubles = new Counter({
      name: 'govcrawler_lane_troubles_total',
      help: 'Failed handlers, lost leases, jobs of dead workers taken back, trouble with the queue',
      labelNames: ['queue', 'kind'],
      registers,
    });
  }

  /** Counts the events of the dispatcher of one queue. */
  of(queue: 'crawl' | 'errand' | 'attachment'): (event: LaneEvent) => void {
    // By host, which runs one job: what is given back before it ran ends without having started.
    const running = new Set<string>();
    this.running.set({ queue }, 0);
    return (event) => {
      switch (event.kind) {
        case 'started':
          this.running.set({ queue }, running.add(event.hostKey).size);
          return this.waited.observe({ queue }, event.waitedMs / 1000);
        case 'ended':
          running.delete(event.hostKey);
          this.running.set({ queue }, running.size);
          this.runs.inc({ queue, outcome: event.outcome });
          return this.took.observe({ queue }, event.durationMs / 1000);
        case 'handler_failed':
        case 'lease_lost':
        case 'recovered':
        case 'trouble':
          return this.troubles.inc({ queue, kind: event.kind });
      }
    };
  }
}
