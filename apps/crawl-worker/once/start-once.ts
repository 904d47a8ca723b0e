import { HostLanes, LaneDispatcher } from '@govcrawler/queue';
import { createRunCrawlJob, type CrawlWorkerInfrastructure } from '../crawl-worker.module.js';
import { DEFAULT_TIMING, logLaneEvent, STOP_GRACE_MS } from '../lane-consumer.js';
import { type OnceCommand } from './once-command.js';
import { type OnceReport, reportOnce } from './report-once.js';
import { RunOnce } from './run-once.js';

/** Runs one crawl on open infrastructure; `leaving` is the wish of the system that the process ends. */
export async function startOnce(
  infrastructure: CrawlWorkerInfrastructure,
  command: OnceCommand,
  leaving: AbortSignal,
): Promise<OnceReport> {
  const { database, queue, logger, timing = DEFAULT_TIMING } = infrastructure;
  const runCrawlJob = createRunCrawlJob(infrastructure);
  const dispatcher = new LaneDispatcher({
    backend: queue,
    leases: database.leases,
    concurrency: 1,
    handler: (run) => runCrawlJob.run(run),
    onEvent: (event) => logLaneEvent(logger, event),
    leaseTtlMs: timing.leaseMs,
  });
  leaving.addEventListener('abort', () => void dispatcher.stop({ graceMs: STOP_GRACE_MS }), { once: true });
  const runOnce = new RunOnce({
    targets: database.targets,
    jobs: database.jobs,
    lanes: new HostLanes(queue),
    dispatcher,
    onTrouble: (error) => logger.warn({ err: error }, 'waiting for database or queue'),
  });
  return reportOnce(command.target, await runOnce.run(command, leaving));
}
