import { readFileSync } from 'node:fs';
import { jest } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { type GatewayStand } from '../gateway-stand.conformance.js';
import { deliverySite } from './delivery-samples.conformance.js';

interface Autoscaler {
  spec: { metrics: { type: string; external?: { metric: { name: string } } }[] };
}

/** What Prometheus and the autoscaler are told. */
export function describeMetrics(stand: () => GatewayStand): void {
  describe('/metrics', () => {
    const read = async () => (await stand().get('/metrics').expect(200)).text;
    const value = (text: string, series: string) => {
      const [name, labels] = series.split('{');
      const line = text
        .split('\n')
        .find((entry) => entry.startsWith(`${name}{`) && entry.includes(labels?.slice(0, -1) ?? ''));
      return line === undefined ? null : Number(line.split(' ').at(-1));
    };

    it('tells how far each consumer is behind, in entries and seconds', async () => {
      const { store } = await deliverySite(stand());
      await stand().post('/api/v1/consumers', { name: 'lag-1', from: 'now' }).expect(201);
      await store('甲');
      await store('乙');
      stand().clock.offsetMs = 90_000;
      try {
        const text = await read();
        expect(value(text, 'govcrawler_consumer_lag_entries{consumer="lag-1"}')).toBe(2);
        expect(value(text, 'govcrawler_consumer_lag_seconds{consumer="lag-1"}')).toBeGreaterThanOrEqual(89);
      } finally {
        stand().clock.offsetMs = 0;
      }
      const { cursor } = (await stand().get('/api/v1/changes?consumer=lag-1')).body;
      await stand().post('/api/v1/consumers/lag-1/ack', { cursor }).expect(200);
      const text = await read();
      expect(value(text, 'govcrawler_consumer_lag_entries{consumer="lag-1"}')).toBe(0);
      expect(value(text, 'govcrawler_consumer_lag_seconds{consumer="lag-1"}')).toBe(0);
    });

    it('has every figure that the autoscaler asks for, and it follows the queue', async () => {
      const autoscalers = parseAllDocuments(readFileSync('k8s/base/autoscaling.yaml', 'utf8')).map(
        (document) => document.toJS() as Autoscaler,
      );
      const names = autoscalers.flatMap(({ spec }) =>
        spec.metrics.flatMap(({ external }) => external?.metric.name ?? []),
      );
      expect(names).toHaveLength(1);
      const { targetCode } = await deliverySite(stand());
      const before = await read();
      await stand().post(`/admin/api/targets/${targetCode}/run`).expect(202);
      const after = await read();
      for (const name of names) expect(value(after, name)).toBe(value(before, name)! + 1);
    });

    it('goes on without the database, and leaves out what it cannot know', async () => {
      const down = jest.spyOn(stand().database.statistics, 'jobsByState').mockRejectedValue(new Error('down'));
      const text = await read().finally(() => down.mockRestore());
      expect(value(text, 'govcrawler_queue_depth')).toBeNull();
      expect(value(text, 'govcrawler_jobs')).toBeNull();
      expect(value(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e6);
    });
  });
}
