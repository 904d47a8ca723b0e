import { type HostRow } from '@govcrawler/contracts';
import request from 'supertest';
import { type GatewayStand } from './gateway-stand.conformance.js';

const API = '/admin/api';

/** Hosts as operators see and steer them, and the control plane by its short names. */
export function describeHosts(openStand: () => GatewayStand, { host, target }: { host: string; target: string }): void {
  describe('hosts', () => {
    let stand: GatewayStand;
    beforeAll(() => {
      stand = openStand();
    });
    const read = async (): Promise<HostRow> => (await stand.get(`${API}/hosts/${host}`)).body;
    const begin = () =>
      stand.hostState.begin(host, { gapMs: 0, concurrency: null, requestsPerSec: null, leaseMs: 1000 });

    it('are listed with their sites, their work and how they are doing', async () => {
      const { body } = await stand.get(`${API}/hosts?q=${host.slice(4, 9)}`);
      const row = (body.items as HostRow[]).find((one) => one.host === host)!;
      expect(row).toMatchObject({ state: 'ready', policy: { concurrency: 1, requestsPerSec: null, intervalSec: 5 } });
      expect(row.sites.length).toBeGreaterThan(0);
      expect(row.targets).toBeGreaterThan(0);
      for (let i = 0; i < 3; i += 1) {
        const turn = await begin();
        if (turn.kind !== 'go') throw new Error('no turn');
        await stand.hostState.end(host, turn.turn, { kind: 'network', reason: 'network_reset' });
      }
      expect(await read()).toMatchObject({ state: 'cooling', networkFailures: 3, lastReason: 'network_reset' });
      const cooling = await stand.get(`${API}/hosts?state=cooling`);
      expect(cooling.body.items.map((one: HostRow) => one.host)).toEqual([host]);
      const operator = await stand.as('operator');
      expect((await operator.send('post', `${API}/hosts/${host}/reset`)).body).toMatchObject({ state: 'ready' });
      expect((await begin()).kind).toBe('go');
    });

    it('are paused, for runs and for every fetch, and resumed', async () => {
      const viewer = await stand.as('viewer');
      expect((await viewer.send('post', `${API}/hosts/${host}/pause`, {})).status).toBe(403);
      const paused = await stand.post(`${API}/hosts/${host}/pause`, { hours: 2 });
      expect(paused.body).toMatchObject({ state: 'paused', until: expect.any(String) });
      expect(await begin()).toMatchObject({ kind: 'cooling', cause: 'paused' });
      const refused = await stand.post(`${API}/targets/${target}/run`);
      expect([refused.status, refused.body.code]).toEqual([409, 'host_paused']);
      expect((await stand.post(`${API}/hosts/${host}/resume`)).body.state).not.toBe('paused');
      expect((await stand.post(`${API}/targets/${target}/run`)).status).toBe(202);
      const audit = (await stand.get(`${API}/audit?subjectKind=host&subjectKey=${host}`)).body.items;
      expect(audit.map(({ action }: { action: string }) => action)).toEqual([
        'host.resume',
        'host.pause',
        'host.reset',
      ]);
    });

    it('get limits of their own, in force at once, and lose them again', async () => {
      const path = `${API}/hosts/policies/${host}`;
      const limits = { concurrency: 2, requestsPerSec: 0.5, intervalSec: 30 };
      expect((await stand.put(path, limits)).body).toMatchObject({ status: 428, code: 'version_required' });
      const { version } = (await stand.get(`${API}/hosts/policies`)).body;
      const { body } = await stand.put(path, { ...limits, version });
      const late = await stand.put(path, { ...limits, intervalSec: 99, version });
      expect([late.status, late.body.code]).toEqual([412, 'version_conflict']);
      expect(body.rules).toEqual([{ domain: host, ...limits, shared: false }]);
      expect((await read()).policy).toEqual(limits);
      expect((await stand.get(`${API}/hosts/policies`)).body.version).toBe(body.version);
      expect((await stand.delete(path)).body.rules).toEqual([]);
      expect((await read()).policy.intervalSec).toBe(5);
      for (const [wrong, field] of [
        [{ ...limits, concurrency: 0 }, 'concurrency'],
        [{ concurrency: 1, requestsPerSec: null }, 'intervalSec'],
        [{ ...limits, intervalSec: -1 }, 'intervalSec'],
      ] as const) {
        expect((await stand.put(path, wrong)).body.field).toBe(field);
      }
      expect((await stand.put(`${API}/hosts/policies/${encodeURIComponent('a b')}`, limits)).body.field).toBe('domain');
    });

    it('show the names of their cookies, and give them up', async () => {
      await stand.cookies.write(host, { clearance: 'a secret value' });
      const shown = await stand.get(`${API}/hosts/${host}`);
      expect(shown.body.cookies).toEqual(['clearance']);
      expect(shown.text).not.toContain('a secret value');
      expect((await stand.delete(`${API}/hosts/${host}/cookies`)).body.cookies).toEqual([]);
      expect(await stand.cookies.read(host)).toBeNull();
    });

    it.each(['nowhere.gov.cn', '%3Cscript%3E', 'a%2Fb', '..%2f..'])('are not made up: %s', async (name) => {
      for (const action of ['pause', 'resume', 'reset']) {
        expect((await stand.post(`${API}/hosts/${name}/${action}`, {})).body.code).toBe('host_not_found');
      }
    });

    it('are asked through the control plane by its short names too', async () => {
      const { key } = (await stand.post(`${API}/keys`, { name: 'plane', scopes: ['targets:run'] })).body;
      const send = (token: string) =>
        request(stand.address).post(`/api/sources/${target}/fetch`).set('Authorization', `Bearer ${token}`).send({});
      const answer = await send(key);
      expect([answer.status, answer.body.targetCode]).toEqual([202, target]);
      expect(answer.headers.location).toBe(`${API}/jobs/${answer.body.jobId}`);
      const tasks = await stand.get(`/api/admin/tasks?source=${target}&state=queued`);
      expect(tasks.body.items.map(({ id }: { id: number }) => id)).toContain(answer.body.jobId);
      const reader = (await stand.post(`${API}/keys`, { name: 'reader', scopes: ['articles:read'] })).body.key;
      expect((await send(reader)).status).toBe(403);
      const list = await request(stand.address).get('/api/articles?limit=1').set('X-Api-Key', reader);
      expect([list.status, list.body.limit]).toEqual([200, 1]);
      expect((await request(stand.address).get('/api/admin/tasks').set('X-Api-Key', reader)).status).toBe(403);
      expect((await stand.post('/api/sources/nothing/fetch')).body.code).toBe('target_not_found');
    });
  });
}
