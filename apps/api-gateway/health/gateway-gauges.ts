import { Gauge, type Registry } from 'prom-client';
import { type ManageConsumers } from '../delivery/manage-consumers.js';
import { type GatewayInfrastructure } from '../gateway-infrastructure.js';

type Reading = readonly (readonly [labels: Record<string, string>, value: number])[];

/**
 * What the database tells of the platform as a whole. Every replica of the gateway says the same: take the maximum of
 * them, not the sum.
 */
export function registerGatewayGauges(
  registry: Registry,
  { database, logger }: GatewayInfrastructure,
  manage: ManageConsumers,
): void {
  const jobs = sharedRead(() => database.statistics.jobsByState());
  const consumers = sharedRead(() => manage.list());
  const gauge = (name: string, help: string, labelNames: string[], read: () => Promise<Reading>) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const reading = await read().catch((error: unknown) => {
          logger.warn({ err: error, gauge: name }, 'A figure could not be read');
          return null;
        });
        this.reset();
        for (const [labels, value] of reading ?? []) this.inc(labels, value);
        // The other figures are wanted most when the database is down; these are then absent, never a false zero.
        if (reading === null && labelNames.length === 0) this.remove();
      },
    });

  gauge('govcrawler_jobs', 'Crawl jobs by state', ['state'], async () =>
    Object.entries(await jobs()).map(([state, count]) => [{ state }, count]),
  );
  // The HorizontalPodAutoscaler of the crawl workers follows this one.
  gauge('govcrawler_queue_depth', 'Crawl jobs that wait for a worker', [], async () => [
    [{}, (await jobs()).queued ?? 0],
  ]);
  gauge('govcrawler_incidents', 'Troubles that last, by rule and severity', ['rule', 'severity'], async () =>
    (await database.alerts.openIncidents()).map(({ rule, severity }) => [{ rule, severity }, 1]),
  );
  gauge(
    'govcrawler_consumer_lag_entries',
    'Entries of the feed that a consumer has not confirmed',
    ['consumer'],
    async () => (await consumers()).map(({ name, lag }) => [{ consumer: name }, lag.entries]),
  );
  gauge(
    'govcrawler_consumer_lag_seconds',
    'Age of the oldest entry that a consumer has not confirmed',
    ['consumer'],
    async () => (await consumers()).map(({ name, lag }) => [{ consumer: name }, lag.seconds]),
  );
  gauge('govcrawler_webhook_failures', 'Pushes to a consumer that failed in a row', ['consumer'], async () =>
    (await consumers()).flatMap(({ name, webhook }) => (webhook ? [[{ consumer: name }, webhook.failures]] : [])),
  );
}

/** Gauges of one scrape are read at the same moment: they share one look at the database. */
function sharedRead<T>(read: () => Promise<T>): () => Promise<T> {
  let underway: Promise<T> | null = null;
  return () => (underway ??= read().finally(() => (underway = null)));
}
