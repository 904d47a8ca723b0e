// The container's own check: asks /healthz of whichever app runs here. Exit 0 when it answers 200.
const PORTS = {
  'api-gateway': process.env.PORT ?? 8787,
  scheduler: process.env.SCHEDULER_HEALTH_PORT ?? 8790,
  'fetch-service': process.env.FETCH_PORT ?? 8790,
  'crawl-worker': process.env.WORKER_HEALTH_PORT ?? 8792,
  'attachment-downloader': process.env.DOWNLOADER_HEALTH_PORT ?? 8793,
  standalone: process.env.PORT ?? 8787,
};

const port = PORTS[process.env.APP];
const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(4000) }).catch(() => null);
process.exit(answer?.status === 200 ? 0 : 1);
