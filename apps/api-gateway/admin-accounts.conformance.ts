import { type ApiKeyView, type AuditEntryView, type OpenSessionView, type UserView } from '@govcrawler/contracts';
import { createLogger } from '@govcrawler/platform';
import request from 'supertest';
import { ApiKeys } from './auth/api-keys.js';
import { createGatewayApp, type GatewayApp } from './create-gateway-app.js';
import { PASSWORD, USER, type GatewayStand } from './gateway-stand.conformance.js';

const API = '/admin/api';
const SECRET = 'a password of its own';

/** People, their sessions and the keys of programs, also as another replica sees them. */
export function describeAccounts(openStand: () => GatewayStand): void {
  describe('accounts', () => {
    let stand: GatewayStand;
    let replica: GatewayApp;
    let elsewhere: string;
    beforeAll(async () => {
      stand = openStand();
      const { database, lanes, errandLanes, clock } = stand;
      const logger = createLogger('replica', 'silent');
      replica = await createGatewayApp(
        { mode: 'embedded', database, lanes, errandLanes, clock, consoleFolder: null, logger },
        { port: 0, host: '127.0.0.1' },
      );
      elsewhere = `http://127.0.0.1:${await replica.listen()}`;
    });
    afterAll(() => replica?.close());

    const auditOf = async (kind: string, key: string): Promise<AuditEntryView[]> =>
      (await stand.get(`${API}/audit?subjectKind=${kind}&subjectKey=${encodeURIComponent(key)}`)).body.items;
    const login = async (username: string, password: string) => {
      const answer = await request(stand.address).post(`${API}/session`).send({ username, password });
      const cookie = String((answer.headers['set-cookie'] as unknown as string[] | undefined)?.[0]).split(';')[0]!;
      return { status: answer.status, cookie };
    };
    const whoAmI = async (cookie: string, at = elsewhere) =>
      (await request(at).get(`${API}/session`).set('Cookie', cookie)).status;

    it('are made by admins alone, change role, and end with their sessions when they are closed', async () => {
      const made = await stand.post(`${API}/users`, { username: '李四', password: SECRET, role: 'viewer' });
      expect([made.status, made.body.role, made.body.disabled]).toEqual([201, 'viewer', false]);
      expect(made.text).not.toMatch(/scrypt|password/i);
      const again = await stand.post(`${API}/users`, { username: '李四', password: SECRET, role: 'viewer' });
      expect([again.status, again.body.field]).toEqual([409, 'username']);
      const viewer = await stand.as('viewer');
      expect((await viewer.get(`${API}/users`)).status).toBe(403);
      expect((await viewer.send('post', `${API}/users`, {})).status).toBe(403);

      const { cookie } = await login('李四', SECRET);
      expect(await whoAmI(cookie)).toBe(200);
      const path = `${API}/users/${encodeURIComponent('李四')}`;
      expect((await stand.put(path, { role: 'operator' })).status).toBe(428);
      const raised = await stand.put(path, { role: 'operator', version: made.body.version });
      expect(raised.body.role).toBe('operator');
      expect((await stand.put(path, { role: 'admin', version: made.body.version })).status).toBe(412);
      expect(await whoAmI(cookie)).toBe(200);
      const closed = await stand.put(path, { disabled: true, version: raised.body.version });
      expect(closed.body.disabled).toBe(true);
      expect(await whoAmI(cookie)).toBe(401);
      expect((await login('李四', SECRET)).status).toBe(401);
      expect((await request(elsewhere).get(`${API}/sites`).auth('李四', SECRET)).status).toBe(401);
      const reopened = await stand.put(path, { disabled: false, password: `${SECRET}!`, version: '*' });
      expect(reopened.body.disabled).toBe(false);
      expect((await login('李四', `${SECRET}!`)).status).toBe(200);
      const names = (await stand.get(`${API}/users`)).body.map(({ username }: UserView) => username);
      expect(names).toEqual(expect.arrayContaining([USER, '李四']));

      const entries = await auditOf('user', '李四');
      expect(entries.map(({ action }) => action)).toEqual([
        ...['user.update', 'user.update', 'user.update'],
        'user.create',
      ]);
      expect(entries[0]!.after).toEqual({ role: 'operator', disabled: false, passwordChanged: true });
      expect(JSON.stringify(entries)).not.toMatch(/scrypt|of its own/);
    });

    it('always leave one admin who can let others in', async () => {
      const path = `${API}/users/${USER}`;
      for (const change of [{ role: 'viewer' }, { disabled: true }]) {
        const answer = await stand.put(path, { ...change, version: '*' });
        expect([answer.status, answer.body.code]).toEqual([409, 'last_admin']);
      }
      await stand.post(`${API}/users`, { username: 'second', password: SECRET, role: 'admin' });
      const both = await Promise.all([
        stand.put(path, { role: 'viewer', version: '*' }),
        stand.put(`${API}/users/second`, { role: 'viewer', version: '*' }),
      ]);
      expect(both.map(({ status }) => status).sort()).not.toEqual([200, 200]);
      await stand.database.users.upsert({
        username: USER,
        passwordHash: (await stand.database.users.findByName(USER))!.passwordHash,
        role: 'admin',
      });
      await stand.put(`${API}/users/second`, { disabled: true, version: '*' });
    });

    it.each([
      ['a short password', { username: 'a', password: '1234567', role: 'viewer' }, 'password'],
      ['no password', { username: 'a', role: 'viewer' }, 'password'],
      ['a name with blanks', { username: 'a b', password: SECRET, role: 'viewer' }, 'username'],
      ['an unknown role', { username: 'a', password: SECRET, role: 'root' }, 'role'],
      ['a hash', { username: 'a', password: SECRET, role: 'viewer', passwordHash: 'x' }, 'passwordHash'],
    ])('are refused with %s', async (_what, body, field) => {
      const answer = await stand.post(`${API}/users`, body);
      expect([answer.status, answer.body.field]).toEqual([400, field]);
      expect(answer.text).not.toContain('1234567');
    });

    it('let their owner change the password, which ends the other sessions everywhere', async () => {
      await stand.post(`${API}/users`, { username: 'owner', password: SECRET, role: 'viewer' });
      const [here, there] = [await login('owner', SECRET), await login('owner', SECRET)];
      const change = (body: object) =>
        request(stand.address).put(`${API}/session/password`).set('Cookie', here.cookie).send(body);
      const wrong = await change({ currentPassword: 'guess', newPassword: `${SECRET}2` });
      expect([wrong.status, wrong.body.field]).toEqual([400, 'currentPassword']);
      expect((await change({ currentPassword: SECRET, newPassword: `${SECRET}2` })).status).toBe(204);
      expect([await whoAmI(here.cookie), await whoAmI(there.cookie)]).toEqual([200, 401]);
      expect((await login('owner', SECRET)).status).toBe(401);
      expect((await login('owner', `${SECRET}2`)).status).toBe(200);
    });

    it('show where they are logged in, and end one session or this one on every replica', async () => {
      await stand.post(`${API}/users`, { username: 'roamer', password: SECRET, role: 'viewer' });
      const [here, there] = [await login('roamer', SECRET), await login('roamer', SECRET)];
      const mine = await request(stand.address).get(`${API}/sessions`).set('Cookie', here.cookie);
      const sessions = mine.body as OpenSessionView[];
      expect(sessions.map(({ current }) => current)).toEqual([false, true]);
      expect(JSON.stringify(sessions)).not.toContain(here.cookie.split('=')[1]);
      const close = (id: number) => request(stand.address).delete(`${API}/sessions/${id}`).set('Cookie', here.cookie);
      expect((await close(sessions[0]!.id)).status).toBe(204);
      expect(await whoAmI(there.cookie)).toBe(401);
      expect((await close(sessions[0]!.id)).body.code).toBe('session_not_found');
      const [foreign] = await stand.database.sessions.listOf('李四', new Date());
      expect((await close(foreign!.id)).status).toBe(404);
      await request(stand.address).delete(`${API}/session`).set('Cookie', here.cookie);
      expect(await whoAmI(here.cookie)).toBe(401);
      expect((await auditOf('session', 'roamer')).map(({ action }) => action)).toEqual([
        ...['session.close', 'session.close'],
        ...['session.open', 'session.open'],
      ]);
    });

    it('count bad logins together on all replicas', async () => {
      for (let i = 0; i < 5; i += 1) {
        const at = i % 2 === 0 ? stand.address : elsewhere;
        const answer = await request(at)
          .post(`${API}/session`)
          .send({ username: 'guessed', password: `guess ${i}` });
        expect(answer.status).toBe(401);
      }
      for (const at of [stand.address, elsewhere]) {
        const answer = await request(at).post(`${API}/session`).send({ username: 'guessed', password: 'guess 6' });
        expect([answer.status, answer.body.code]).toEqual([429, 'too_many_logins']);
      }
    });
  });

  describe('keys of programs', () => {
    let stand: GatewayStand;
    beforeAll(() => {
      stand = openStand();
    });
    const make = (body: object) => stand.post(`${API}/keys`, body);

    it('are shown once, kept as a hash, and known by their scopes until they are revoked', async () => {
      const made = await make({ name: 'RAG', scopes: ['changes:read', 'articles:read', 'articles:read'] });
      expect(made.status).toBe(201);
      const { key, id } = made.body;
      expect(key).toMatch(/^gck_[A-Za-z0-9]{8}_[\w-]{43}$/);
      const listed = (await stand.get(`${API}/keys`)).body as ApiKeyView[];
      const shown = listed.find((one) => one.id === id)!;
      expect(shown).toMatchObject({ name: 'RAG', state: 'active', scopes: ['articles:read', 'changes:read'] });
      expect(key.startsWith(shown.prefix)).toBe(true);
      expect(JSON.stringify([listed, await stand.database.apiKeys.list()])).not.toContain(key);

      const keys = stand.app.nest.get(ApiKeys);
      expect(await keys.check(key)).toEqual({ id, name: 'RAG', scopes: ['articles:read', 'changes:read'] });
      expect((await stand.database.apiKeys.list()).find((one) => one.id === id)!.lastUsedAt).not.toBeNull();
      expect(await keys.check(`${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`)).toBeNull();

      const revoked = await stand.delete(`${API}/keys/${id}`);
      expect(revoked.body.state).toBe('revoked');
      const since = performance.now();
      while ((await keys.check(key)) !== null) await new Promise((resolve) => setTimeout(resolve, 50));
      expect(performance.now() - since).toBeLessThan(5_000);
      expect((await stand.delete(`${API}/keys/${id}`)).body.revokedAt).toBe(revoked.body.revokedAt);
      expect((await stand.delete(`${API}/keys/999999`)).body.code).toBe('key_not_found');
      const trail = (await stand.get(`${API}/audit?subjectKind=key&subjectKey=${id}`)).body.items as AuditEntryView[];
      expect(trail.map(({ action }) => action)).toEqual(['key.revoke', 'key.create']);
      expect(JSON.stringify(trail)).not.toContain(key);
    });

    it('are tried in vain five times, then not at all for a while, even the right one', async () => {
      const { key, id } = (await make({ name: 'guessed', scopes: ['articles:read'] })).body;
      const present = (bearer: string) =>
        request(stand.address).get('/api/v1/articles/1').set('Authorization', `Bearer ${bearer}`);
      const other = await stand.key(['articles:read']);
      for (let n = 0; n < 5; n += 1) {
        const answer = await present(`${key.slice(0, -3)}${n}AA`);
        expect([answer.status, answer.body.code]).toEqual([401, 'wrong_key']);
      }
      for (const guess of [`${key.slice(0, -3)}9AA`, key]) {
        const answer = await present(guess);
        expect([answer.status, answer.body.code]).toEqual([429, 'too_many_logins']);
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(60);
      }
      expect((await present(other)).status).toBe(404);
      stand.clock.offsetMs = 16 * 60_000;
      expect((await present(key)).status).toBe(404);
      stand.clock.offsetMs = 0;
      await stand.delete(`${API}/keys/${id}`);
    });

    it('expire', async () => {
      const { key } = (await make({ name: 'short', scopes: ['export:read'], expiresInDays: 1 })).body;
      const keys = stand.app.nest.get(ApiKeys);
      expect(await keys.check(key)).toMatchObject({ name: 'short' });
      stand.clock.offsetMs = 25 * 3_600_000;
      expect(await keys.check(key)).toBeNull();
      stand.clock.offsetMs = 0;
    });

    it('open no route that does not name a scope but the contract, and are told apart from wrong ones', async () => {
      const { key } = (await make({ name: 'curious', scopes: ['articles:read'] })).body;
      for (const headers of [{ Authorization: `Bearer ${key}` }, { 'X-Api-Key': key }] as Record<string, string>[]) {
        const answer = await request(stand.address).get(`${API}/keys`).set(headers);
        expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
      }
      for (const contract of ['/api/v1/openapi.json', '/api/v1/delivery.proto']) {
        const answer = await request(stand.address).get(contract).set('X-Api-Key', key);
        expect([contract, answer.status]).toEqual([contract, 200]);
      }
      const wrong = await request(stand.address).get(`${API}/sites`).set('Authorization', 'Bearer gck_nothing');
      expect([wrong.status, wrong.body.code]).toEqual([401, 'wrong_key']);
      // A wrong key is not helped by a right password: the caller should learn of it.
      const both = await request(stand.address).get(`${API}/sites`).set('X-Api-Key', 'x').auth(USER, PASSWORD);
      expect(both.status).toBe(401);
    });

    it.each([
      ['no scopes', { name: 'x', scopes: [] }, 'scopes'],
      ['an unknown scope', { name: 'x', scopes: ['everything'] }, 'scopes'],
      ['no name', { name: ' ', scopes: ['articles:read'] }, 'name'],
      ['no time at all', { name: 'x', scopes: ['articles:read'], expiresInDays: 0 }, 'expiresInDays'],
    ])('are refused with %s', async (_what, body, field) => {
      const answer = await make(body);
      expect([answer.status, answer.body.field]).toEqual([400, field]);
    });
  });
}
