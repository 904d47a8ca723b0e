import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { type GatewayStand } from '../gateway-stand.conformance.js';
import { deliverySite } from './delivery-samples.conformance.js';
import { type PushedBatch } from './push/push-changes.js';
import { type WebhookReceiver } from './webhook-receiver.conformance.js';

/** The feed pushed by webhooks. */
export function describePush(stand: () => GatewayStand, receiver: () => WebhookReceiver): void {
  const until = async (holds: () => Promise<boolean> | boolean) => {
    while (!(await holds())) await sleep(100);
  };
  const subscribe = async (name: string) => {
    await stand().post('/api/v1/consumers', { name, from: 'now' }).expect(201);
    const url = `http://${receiver().host}/hook`;
    const { body } = await stand().put(`/api/v1/consumers/${name}/webhook`, { url }).expect(200);
    return body.secret as string;
  };
  const view = async (name: string) => (await stand().get(`/api/v1/consumers/${name}`)).body;
  const batches = () => receiver().calls.map(({ body }) => JSON.parse(body) as PushedBatch);
  afterEach(async () => {
    receiver().status = 204;
    receiver().calls.length = 0;
    for (const name of ['push-1', 'push-2']) await stand().delete(`/api/v1/consumers/${name}`);
  });

  describe('webhooks', () => {
    it('bring signed batches, and an answer of 2xx confirms them', async () => {
      const { store } = await deliverySite(stand());
      const secret = await subscribe('push-1');
      const { articleId } = await store('甲');
      await until(() => receiver().calls.length > 0);
      const [call] = receiver().calls;
      expect(new Webhook(secret).verify(call!.body, call!.headers)).toMatchObject({ type: 'changes' });
      expect(() => new Webhook(secret).verify(call!.body.replace('甲', '乙'), call!.headers)).toThrow();
      expect(batches()[0]!.data).toMatchObject({ consumer: 'push-1', items: [{ kind: 'UPSERT', articleId }] });
      await until(async () => (await view('push-1')).lag.entries === 0);
    }, 30_000);

    it('are tried again, later, from where the consumer stands, and say what is wrong meanwhile', async () => {
      const { store } = await deliverySite(stand());
      receiver().status = 500;
      await subscribe('push-2');
      const { articleId } = await store('甲');
      await until(async () => ((await view('push-2')).webhook?.failures ?? 0) > 0);
      expect(await view('push-2')).toMatchObject({ lag: { entries: 1 }, webhook: { lastError: 'HTTP 500' } });
      const tried = receiver().calls.length;
      receiver().status = 204;
      stand().clock.offsetMs += 60_000;
      await until(async () => (await view('push-2')).lag.entries === 0);
      expect((await view('push-2')).webhook).toMatchObject({ failures: 0, lastError: null });
      expect(batches()[tried]!.data.items).toMatchObject([{ articleId }]);
      expect(receiver().calls[tried]!.headers['webhook-id']).toBe(receiver().calls[0]!.headers['webhook-id']);
    }, 30_000);

    it('go only where an operator lets them', async () => {
      await stand().post('/api/v1/consumers', { name: 'push-1', from: 'now' }).expect(201);
      for (const url of [
        'http://example.com/hook',
        'http://127.0.0.1:1/',
        'ftp://example.com/',
        'https://a:b@example.com/',
      ]) {
        await stand().put('/api/v1/consumers/push-1/webhook', { url }).expect(400);
      }
      await stand().put('/api/v1/consumers/nobody/webhook', { url: 'https://example.com/' }).expect(404);
    });
  });
}
