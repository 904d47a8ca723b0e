import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FetchLogger } from '../fetch-logger.js';
import { InProcessRefreshRequests } from './refresh-requests.js';
import { SecretFileCredentials } from './secret-files.js';

describe('SecretFileCredentials', () => {
  let folder: string;
  let logged: string[];
  let requests: InProcessRefreshRequests;
  let store: SecretFileCredentials;
  const log = (fields: object, message: string) => void logged.push(JSON.stringify(fields) + message);
  const logger: FetchLogger = { debug: log, info: log, warn: log, error: log };
  const file = (name: string, content: unknown) =>
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'govcrawler-secrets-'));
    logged = [];
    requests = new InProcessRefreshRequests();
    store = new SecretFileCredentials(folder, requests, logger);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('reads a secret by its name, and its new value as soon as the mount changes', async () => {
    const secret = { hosts: ['www.a.gov.cn'], kind: 'header', field: 'X-App-Key', value: 's3cret-1' };
    // As Kubernetes mounts it: a link that is switched over.
    file('version-1', secret);
    file('version-2', { ...secret, value: 's3cret-2', expiresAt: '2026-12-31T00:00:00Z' });
    symlinkSync('version-1', join(folder, 'portal.json'));
    expect((await store.find('portal'))?.headersFor('www.a.gov.cn')).toEqual({ 'x-app-key': 's3cret-1' });
    unlinkSync(join(folder, 'portal.json'));
    symlinkSync('version-2', join(folder, 'portal.json'));
    const renewed = await store.find('portal');
    expect(renewed?.headersFor('www.a.gov.cn')).toEqual({ 'x-app-key': 's3cret-2' });
    expect(renewed?.isExpired(Date.parse('2027-01-01'))).toBe(true);
    expect(renewed?.headersFor('www.b.gov.cn')).toEqual({});
  });

  it.each(['nobody', '../portal', '/etc/passwd', '', '.portal', 'a/b'])('knows no %j', async (name) => {
    file('portal.json', { hosts: ['a'], kind: 'token', value: 'x' });
    expect(await store.find(name)).toBeNull();
  });

  it.each([
    ['s3cret without JSON', 'not JSON'],
    [{ kind: 'token', value: 's3cret' }, 'hosts'],
    [{ hosts: ['a'], kind: 'password', value: 's3cret' }, 'kind'],
    [{ hosts: ['a'], kind: 'header', value: 's3cret' }, 'field'],
    [{ hosts: ['a'], kind: 'token', value: 's3cret\r\nhost: b' }, 'value'],
    [{ hosts: ['a'], kind: 'token', value: 's3cret', expiresAt: 'soon' }, 'expiresAt'],
    [{ hosts: ['a'], kind: 'token', value: 's3cret', refresh: { command: 's3cret.sh' } }, 'refresh'],
  ])('says what is wrong with a file without a word of it', async (content, problem) => {
    file('broken.json', content);
    expect(await store.find('broken')).toBeNull();
    expect(logged.join()).toContain(problem);
    expect(logged.join()).not.toContain('s3cret');
  });

  it('renews value and end alone, for its owner only and without a trace', async () => {
    const refresh = { webhook: 'http://hooks.internal/' };
    file('portal.json', {
      hosts: ['www.a.gov.cn'],
      kind: 'token',
      value: 's3cret-1',
      expiresAt: '2020-01-01',
      refresh,
    });
    await store.renew('portal', { value: 's3cret-3', expiresAt: new Date('2027-01-01') });
    expect((await store.find('portal'))?.headersFor('www.a.gov.cn')).toEqual({ authorization: 'Bearer s3cret-3' });
    expect(await store.list()).toMatchObject([{ name: 'portal', hook: refresh, expiresAt: new Date('2027-01-01') }]);
    expect(statSync(join(folder, 'portal.json')).mode & 0o077).toBe(0);
    expect(readdirSync(folder)).toEqual(['portal.json']);
    await expect(store.renew('portal', { value: 'two\nlines', expiresAt: null })).rejects.toThrow('value');
    expect((await store.find('portal'))?.headersFor('www.a.gov.cn')).toEqual({ authorization: 'Bearer s3cret-3' });
  });

  it('lists every secret without a word of it', async () => {
    file('portal.json', { hosts: ['www.a.gov.cn'], kind: 'token', value: 's3cret-1' });
    file('broken.json', 's3cret');
    file('notes.txt', 's3cret');
    const listed = await store.list();
    expect(listed).toMatchObject([
      { name: 'broken', problem: 'not JSON' },
      { name: 'portal', problem: null, hosts: ['www.a.gov.cn'], kind: 'token', hook: null },
    ]);
    expect(JSON.stringify(listed)).not.toContain('s3cret');
  });

  it('hands on what needs a refresh; a list that fails is only logged', async () => {
    await store.requestRefresh('portal', 'rejected');
    expect(await requests.take()).toEqual({ name: 'portal', cause: 'rejected' });
    requests.request = () => Promise.reject(new Error('nobody listens'));
    await store.requestRefresh('portal', 'expired');
    expect(logged.join()).toContain('cannot ask');
  });
});
