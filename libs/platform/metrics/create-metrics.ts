import { collectDefaultMetrics, Registry } from 'prom-client';

/** The figures of a process for Prometheus: what Node tells of itself, and whatever is registered on it. */
export function createMetrics(service: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  return registry;
}
