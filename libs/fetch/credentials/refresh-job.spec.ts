import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { type FetchLogger } from '../fetch-logger.js';
import { CredentialRefreshJob } from './refresh-job.js';
import { InProcessRefreshRequests, type RefreshOutcome } from './refresh-requests.js';
import { SecretFileCredentials } from './secret-files.js';

const HOST = 'www.a.gov.cn';

describe('CredentialRefreshJob', () => {
  let folder: string;
  let hooks: Server;
  let webhook: string;
  let answer: { status: number; body: string };
  let calls: unknown[];
  let logged: string[];
  let outcomes: RefreshOutcome[];
  let requests: InProcessRefreshRequests;
  let secrets: SecretFileCredentials;
  let job: CredentialRefreshJob;

  beforeAll(async () => {
    hooks = createServer(async (request, response) => {
      calls.push(await json(request));
      response.writeHead(answer.status).end(answer.body);
    });
    await new Promise<void>((resolve) => hooks.listen(0, '127.0.0.1', resolve));
    webhook = `http://127.0.0.1:${(hooks.address() as AddressInfo).port}/refresh`;
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'govcrawler-refresh-'));
    [calls, logged, outcomes] = [[], [], []];
    const log = (fields: object, message: string) => void logged.push(JSON.stringify(fields) + message);
    const logger: FetchLogger = { debug: log, info: log, warn: log, error: log };
    requests = new InProcessRefreshRequests();
    secrets = new SecretFileCredentials(folder, requests, logger);
    job = new CredentialRefreshJob(secrets, requests, logger, (outcome) => void outcomes.push(outcome));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  afterAll(() => hooks.close());

  const secret = (name: string, over: object) =>
    writeFileSync(
      join(folder, `${name}.json`),
      JSON.stringify({ hosts: [HOST], kind: 'token', value: 's3cret-old', ...over }),
    );
  const valueOf = async (name: string) => (await secrets.find(name))?.headersFor(HOST)['authorization'];
  const script = (lines: string) => ({ refresh: { command: ['sh', '-c', lines, 'hook', folder] } });

  it('asks the webhook of a due secret once and takes its answer', async () => {
    secret('portal', { refresh: { webhook } });
    answer = { status: 200, body: JSON.stringify({ value: 's3cret-new', expiresAt: '2030-01-01T00:00:00Z' }) };
    // Ten fetches notice it.
    for (let time = 0; time < 10; time += 1) await secrets.requestRefresh('portal', 'rejected');
    await Promise.all([job.run(), job.run()]);
    await job.run();
    expect(calls).toEqual([{ name: 'portal', cause: 'rejected' }]);
    expect(await valueOf('portal')).toBe('Bearer s3cret-new');
    expect((await secrets.find('portal'))?.expiresAt).toEqual(new Date('2030-01-01'));
    expect(outcomes).toMatchObject([{ name: 'portal', cause: 'rejected', outcome: 'renewed', failures: 0 }]);
    expect(await requests.outcomes()).toEqual(outcomes);
  });

  it('renews what expires soon before any fetch meets it, and nothing else', async () => {
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    const renewed = `printf '{"value":"%s","expiresAt":"${inMinutes(600)}"}' "s3cret-$CREDENTIAL_NAME-$CREDENTIAL_CAUSE"`;
    secret('soon', { expiresAt: inMinutes(5), ...script(renewed) });
    secret('later', { expiresAt: inMinutes(60), ...script(renewed) });
    await job.run();
    expect([await valueOf('soon'), await valueOf('later')]).toEqual([
      'Bearer s3cret-soon-expiring',
      'Bearer s3cret-old',
    ]);
    await job.run();
    expect(outcomes).toMatchObject([{ name: 'soon', cause: 'expiring', outcome: 'renewed' }]);
  });

  it('is content with a hook that replaces the file itself, and not with one that does nothing', async () => {
    secret('busy', script(`sed -i s/s3cret-old/s3cret-self/ "$1/busy.json"`));
    secret('idle', script('true'));
    for (const name of ['busy', 'idle']) await requests.request(name, 'rejected');
    await job.run();
    expect(await valueOf('busy')).toBe('Bearer s3cret-self');
    expect(outcomes).toMatchObject([
      { name: 'busy', outcome: 'renewed' },
      { name: 'idle', outcome: 'failed', message: expect.stringContaining('same as before') },
    ]);
  });

  it.each([
    ['exits with 3', () => script('echo s3cret-leak; echo s3cret-leak >&2; exit 3'), 'ended with 3'],
    ['says nonsense', () => script('echo s3cret-leak'), 'something else'],
    ['is not there', () => ({ refresh: { command: ['/nonexistent/hook'] } }), 'ENOENT'],
    ['gives what no header can carry', () => script(`printf '{"value":"s3cret\\\\nleak"}'`), 'value'],
    ['answers 500', () => ({ refresh: { webhook } }), 'answered 500'],
  ])('keeps the old secret when its hook %s, says why and tells nothing', async (_name, hook, message) => {
    answer = { status: 500, body: 's3cret-leak' };
    secret('portal', hook());
    const before = readFileSync(join(folder, 'portal.json'), 'utf8');
    await requests.request('portal', 'expired');
    await job.run();
    expect(outcomes).toMatchObject([{ outcome: 'failed', failures: 1, message: expect.stringContaining(message) }]);
    expect(readFileSync(join(folder, 'portal.json'), 'utf8')).toBe(before);
    expect(logged.join() + JSON.stringify(outcomes)).not.toContain('s3cret');
  });

  it('says when nobody can renew a secret', async () => {
    secret('portal', {});
    for (const name of ['portal', 'nobody']) await requests.request(name, 'unknown');
    await job.run();
    expect(outcomes).toMatchObject([
      { name: 'portal', outcome: 'no_hook', message: expect.stringContaining('names no refresh hook') },
      { name: 'nobody', outcome: 'no_hook', message: expect.stringContaining('no such secret') },
    ]);
  });
});
