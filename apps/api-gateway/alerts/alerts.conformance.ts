import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { article } from '../admin-api.conformance.js';
import { deliverySite } from '../delivery/delivery-samples.conformance.js';
import { siteFile, type GatewayStand } from '../gateway-stand.conformance.js';
import { SealSecrets } from '../webhooks/seal-secrets.js';
import { WatchAlerts } from './watch-alerts.js';

const API = '/admin/api/alerts';
const CHAT_SECRET = 'SEC0123456789abcdef';
const HOOK_SECRET = `whsec_${randomBytes(32).toString('base64')}`;

interface WecomMessage {
  markdown: { content: string };
}

/** Takes messages like the services do, and checks their signatures like they do. */
class Receiver {
  readonly taken: { path: string; body: string }[] = [];
  refuse = false;
  private constructor(private readonly server: Server) {}

  static async open(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.on('request', (request, response) => {
      void readBody(request).then((body) => {
        const { status, answer } = receiver.judge(request, body);
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private judge(request: IncomingMessage, body: string): { status: number; answer: object } {
    const url = new URL(request.url!, 'http://receiver');
    if (this.refuse) return { status: 503, answer: {} };
    const signed = this.isSigned(url, request, body);
    if (signed) this.taken.push({ path: url.pathname, body });
    const code = signed ? 0 : 310000;
    return {
      status: signed || url.pathname !== '/webhook' ? 200 : 401,
      answer: { errcode: code, code, errmsg: 'sign not match' },
    };
  }

  private isSigned(url: URL, request: IncomingMessage, body: string): boolean {
    switch (url.pathname) {
      case '/dingtalk': {
        const timestamp = url.searchParams.get('timestamp')!;
        const expected = createHmac('sha256', CHAT_SECRET).update(`${timestamp}\n${CHAT_SECRET}`).digest('base64');
        return Math.abs(Date.now() - Number(timestamp)) < 3_600_000 && url.searchParams.get('sign') === expected;
      }
      case '/feishu': {
        const { timestamp, sign } = JSON.parse(body) as { timestamp: string; sign: string };
        return sign === createHmac('sha256', `${timestamp}\n${CHAT_SECRET}`).update('').digest('base64');
      }
      case '/wecom':
        // 企业微信 refuses a longer text.
        if (Buffer.byteLength((JSON.parse(body) as WecomMessage).markdown.content) > 4096) return false;
        return url.searchParams.get('key') === 'robot';
      default:
        try {
          new Webhook(HOOK_SECRET).verify(body, request.headers as Record<string, string>);
          return true;
        } catch {
          return false;
        }
    }
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}

/** Alerts from a figure to a message that its receiver believes. `disk` is what the stand's gauge reads. */
export function describeAlerts(stand: () => GatewayStand): void {
  describe('alerts', () => {
    let receiver: Receiver;
    const channels: Record<string, number> = {};
    const watch = () => stand().app.nest.get(WatchAlerts);
    beforeAll(async () => {
      // Only the tests look and send: a round of the gateway's own between two of their steps would take what they expect.
      await watch().beforeApplicationShutdown();
      receiver = await Receiver.open();
      stand().internalHosts.push(`localhost:${receiver.port}`);
      const base = `http://localhost:${receiver.port}`;
      for (const [kind, url, secret] of [
        ['dingtalk', `${base}/dingtalk?access_token=abc`, CHAT_SECRET],
        ['feishu', `${base}/feishu`, CHAT_SECRET],
        ['wecom', `${base}/wecom?key=robot`, null],
        ['webhook', `${base}/webhook`, HOOK_SECRET],
      ] as const) {
        const answer = await stand().post(`${API}/channels`, { name: `${kind}群`, kind, url, secret });
        expect(answer.status).toBe(201);
        expect(answer.text).not.toContain('access_token');
        expect(answer.text).not.toContain(CHAT_SECRET);
        channels[kind] = answer.body.id;
      }
    });
    afterAll(() => receiver.close());

    it('keep addresses and secrets sealed in the database', async () => {
      const stored = await stand().database.alerts.channels();
      expect(stored).toHaveLength(4);
      expect(JSON.stringify(stored)).not.toMatch(/localhost|access_token|robot|SEC0123|whsec_/);
    });

    it('seal at the start what was stored open before', async () => {
      const { alerts, consumers } = stand().database;
      const url = `http://localhost:${receiver.port}/feishu`;
      const open = {
        name: '旧',
        kind: 'feishu',
        url,
        secret: CHAT_SECRET,
        enabled: false,
        minSeverity: 'warning',
      } as const;
      const id = await alerts.addChannel(open);
      const actor = { username: 'tester', requestId: null };
      await consumers.create({ name: 'sealed', start: { from: 'now' }, filter: {} }, actor);
      await consumers.setWebhook('sealed', { url: 'https://e.example.com/', secret: HOOK_SECRET }, actor);
      await stand().app.nest.get(SealSecrets).onApplicationBootstrap();
      expect(JSON.stringify([await alerts.channels(), await consumers.list()])).not.toMatch(/localhost|SEC0123|whsec_/);
      receiver.taken.length = 0;
      await stand().post(`${API}/channels/${id}/test`);
      await watch().sendDue();
      expect(receiver.taken).toMatchObject([{ path: '/feishu' }]);
      await stand().delete(`${API}/channels/${id}`);
      await consumers.remove('sealed', actor);
      receiver.taken.length = 0;
    });

    it('are told once when a trouble begins, grouped, and once when it ends', async () => {
      stand().disk.freeBytes = 1e8;
      expect(await watch().look()).toEqual({ risen: 1, recovered: 0 });
      expect(await watch().look()).toEqual({ risen: 0, recovered: 0 });
      await watch().sendDue();
      expect(receiver.taken.map(({ path }) => path).sort()).toEqual(['/dingtalk', '/feishu', '/webhook', '/wecom']);
      for (const { body } of receiver.taken) expect(body).toContain('磁盘空间不足');
      const { body } = await stand().get(`${API}/incidents?firing=true`);
      expect(body.items).toMatchObject([{ rule: 'disk_low', state: 'firing', severity: 'critical', seen: 2 }]);
      const listed = await stand().get(API);
      expect(listed.body.items).toEqual(expect.arrayContaining([expect.objectContaining({ kind: 'disk_low' })]));
      const acknowledged = await stand().post(`${API}/incidents/${body.items[0].id}/ack`);
      expect(acknowledged.body).toMatchObject({ acknowledgedBy: 'admin', acknowledgedAt: expect.any(String) });
      stand().disk.freeBytes = 50e9;
      receiver.taken.length = 0;
      expect(await watch().look()).toEqual({ risen: 0, recovered: 1 });
      await watch().sendDue();
      expect(receiver.taken).toHaveLength(4);
      expect(receiver.taken[0]!.body).toContain('已恢复');
    });

    it('begin and end by every rule, several at once in one message', async () => {
      const { database, clock } = stand();
      await database.sites.syncFromFile(siteFile('alarmed', ['quiet', 'drifting']), 'alarmed.yaml');
      const plan = async (code: string) => (await database.targets.planFor(`alarmed__${code}`))!;
      const { site } = await plan('quiet');
      const fail = async (times: number, httpStatus: number) => {
        for (let n = 0; n < times; n += 1) {
          await database.logs.append({
            ...{ siteId: site.id, targetId: null, success: false, httpStatus, fetchStrategy: 'httpx', durationMs: 1 },
            ...{ errorMsg: 'status', url: 'http://www.alarmed.gov.cn/' },
          });
        }
      };
      let stored = 0;
      const store = async (code: string, daysAgo: number, contentText: string) => {
        stored += 1;
        const url = `http://www.alarmed.gov.cn/${stored}.html`;
        const at = new Date(Date.now() - daysAgo * 86_400_000);
        const { target } = await plan(code);
        const place = { siteId: site.id, targetId: target.id, url, finalUrl: url, urlHash: hashOf(url) };
        // All of the quiet ones were fetched by one crawl; they were published day by day.
        const fetchedAt = code === 'quiet' ? new Date(Date.now() - 86_400_000) : at;
        const sample = await article(database, 0);
        await database.articles.store({
          ...sample,
          ...place,
          publishTime: at,
          fetchedAt,
          contentText,
          attachments: [],
        });
      };
      const look = async (): Promise<string[]> => {
        await watch().look();
        const { items } = (await stand().get(`${API}/incidents?firing=true&limit=200`)).body;
        return items.map(({ rule, subject }: { rule: string; subject: string }) => `${rule} ${subject}`);
      };
      const mine = [
        ...['site_failing alarmed', 'all_failing ', 'host_blocked www.alarmed.gov.cn', 'queue_old '],
        ...['target_silent alarmed__quiet', 'selector_drift alarmed__drifting'],
      ];
      expect((await look()).filter((one) => mine.includes(one))).toEqual([]);

      await fail(100, 500);
      await fail(3, 403);
      for (let day = 12; day > 6; day -= 1) await store('quiet', day, '正文。'.repeat(100));
      for (let n = 0; n < 6; n += 1) await store('drifting', 0, '短');
      await stand().post('/admin/api/targets/alarmed__quiet/run');
      clock.offsetMs = 2 * 3_600_000;
      receiver.taken.length = 0;
      expect(await look()).toEqual(expect.arrayContaining(mine));
      // Signatures say when they were made, and receivers compare that with their own clocks.
      clock.offsetMs = 0;
      await watch().sendDue();
      expect(receiver.taken.map(({ path }) => path).sort()).toEqual(['/dingtalk', '/feishu', '/webhook', '/wecom']);
      for (const { body } of receiver.taken) expect(body).toMatch(/共 \d+ 项/);
      // Selectors that went wrong are asked for anew; people decide.
      const proposals = (await stand().get('/admin/api/targets/alarmed__drifting/selector-proposals')).body;
      expect(proposals).toMatchObject([{ state: 'queued', createdBy: '告警：selector_drift' }]);

      await database.logs.prune(-60_000);
      await store('quiet', 0, '正文。'.repeat(100));
      for (let n = 0; n < 8; n += 1) await store('drifting', 0, '正文。'.repeat(100));
      receiver.taken.length = 0;
      expect((await look()).filter((one) => mine.includes(one))).toEqual([]);
      await watch().sendDue();
      expect(receiver.taken).toHaveLength(4);
      for (const { body } of receiver.taken) expect(body).toContain('已恢复');
    }, 60_000);

    it('wait while their receiver is away, are logged, and can be sent again', async () => {
      receiver.refuse = true;
      const { body } = await stand().post(`${API}/channels/${channels['webhook']}/test`);
      await watch().sendDue();
      const log = async () =>
        (await stand().get(`${API}/deliveries?channelId=${channels['webhook']}&limit=1`)).body.items[0];
      expect(await log()).toMatchObject({
        id: body.deliveryId,
        state: 'pending',
        attempts: 1,
        httpStatus: 503,
        error: 'HTTP 503',
      });
      expect(await watch().sendDue()).toBe(0);
      receiver.refuse = false;
      receiver.taken.length = 0;
      expect((await stand().post(`${API}/deliveries/${body.deliveryId}/resend`)).status).toBe(202);
      await watch().sendDue();
      expect(await log()).toMatchObject({ state: 'sent', attempts: 1, httpStatus: 200, error: null });
      expect(JSON.parse(receiver.taken[0]!.body)).toMatchObject({ type: 'alert.test' });
    });

    it('with a wrong secret are not taken, and that is said', async () => {
      await stand().put(`${API}/channels/${channels['dingtalk']}`, { secret: 'another' });
      await stand().post(`${API}/channels/${channels['dingtalk']}/test`);
      await watch().sendDue();
      const { body } = await stand().get(`${API}/deliveries?channelId=${channels['dingtalk']}&limit=1`);
      expect(body.items[0]).toMatchObject({ state: 'pending', error: '310000: sign not match' });
    });

    it('begin and end at thresholds that people set, at the very next look', async () => {
      const settings = '/admin/api/settings';
      const { body: before } = await stand().get(settings);
      expect(before).toMatchObject({
        alerts: { diskFreeGb: 2, siteFailurePercent: 50 },
        retention: { crawlLogDays: 90 },
      });
      expect(before.defaults).toEqual({ alerts: before.alerts, retention: before.retention });
      const { version } = before;
      const { body: after } = await stand().put(settings, { alerts: { diskFreeGb: 60 }, version });
      expect(after).toMatchObject({ alerts: { ...before.alerts, diskFreeGb: 60 }, retention: before.retention });
      expect(await watch().look()).toEqual({ risen: 1, recovered: 0 });
      const late = await stand().put(settings, { alerts: { diskFreeGb: 1 }, version });
      expect([late.status, late.body.code]).toEqual([412, 'version_conflict']);
      await stand().put(settings, { alerts: { diskFreeGb: 2 }, version: after.version });
      expect(await watch().look()).toEqual({ risen: 0, recovered: 1 });
      const { items } = (await stand().get('/admin/api/audit?subjectKind=settings')).body;
      expect(items[0]).toMatchObject({ before: { alerts: { diskFreeGb: 60 } }, after: { alerts: { diskFreeGb: 2 } } });
    });

    it.each([
      [{ retention: { crawlLogDays: -1 } }, 'retention.crawlLogDays'],
      [{ retention: { jobsPerTarget: 0 } }, 'retention.jobsPerTarget'],
      [{ alerts: { siteFailurePercent: 101 } }, 'alerts.siteFailurePercent'],
      [{ alerts: { silentGaps: '5 or so' } }, 'alerts.silentGaps'],
      [{ alerts: [] }, 'alerts'],
      [{ colour: 'red' }, 'colour'],
    ])('are not set up by %j', async (body, field) => {
      const answer = await stand().put('/admin/api/settings', { ...body, version: '*' });
      expect([answer.status, answer.body.field]).toEqual([400, field]);
      const operator = await stand().as('operator');
      expect((await operator.send('put', '/admin/api/settings', { version: '*' })).status).toBe(403);
    });

    it('never reach into the own network unless an operator allowed the host', async () => {
      for (const address of ['127.0.0.1', '127.1', '[::ffff:7f00:1]']) {
        const plain = { name: '内网', kind: 'webhook', url: `http://${address}:${receiver.port}/x` };
        expect((await stand().post(`${API}/channels`, plain)).body).toMatchObject({ status: 400, field: 'url' });
        const url = `https://${address}:${receiver.port}/x`;
        const { body } = await stand().post(`${API}/channels`, { name: '内网', kind: 'webhook', url });
        await stand().post(`${API}/channels/${body.id}/test`);
        await watch().sendDue();
        const log = await stand().get(`${API}/deliveries?channelId=${body.id}`);
        expect(log.body.items[0]).toMatchObject({ state: 'pending', httpStatus: null });
        expect(log.body.items[0].error).toMatch(/not a public address|not allowed/);
        expect((await stand().delete(`${API}/channels/${body.id}`)).body).toEqual({ deleted: body.id });
      }
    });

    it.each([
      [{ kind: 'webhook', url: 'https://a.example.com/', secret: 'short' }, 'secret'],
      [{ kind: 'email', url: 'https://a.example.com/' }, 'kind'],
      [{ kind: 'webhook', url: 'ftp://a.example.com/' }, 'url'],
    ])('refuse a channel like %j', async (body, field) => {
      const answer = await stand().post(`${API}/channels`, { name: '新', ...body });
      expect([answer.status, answer.body.field]).toEqual([400, field]);
    });

    it('have selectors proposed once where a drift begins, and change nothing of the target', async () => {
      const { store, code } = await deliverySite(stand());
      const target = `${code}__tzgg`;
      const proposals = `/admin/api/targets/${target}/selector-proposals`;
      const parser = (await stand().get(`/admin/api/targets/${target}/parser`)).body;
      const ids: number[] = [];
      for (let no = 0; no < 5; no++) ids.push((await store('短', { fetchedAt: new Date() })).articleId);
      expect((await stand().get(proposals)).body).toEqual([]);
      const drifts = async () => {
        await watch().look();
        const { items } = (await stand().get(`${API}/incidents?firing=true&limit=200`)).body;
        const isDrift = (one: { rule: string; subject: string }) => one.rule === 'selector_drift';
        return items.filter((one: { rule: string; subject: string }) => isDrift(one) && one.subject === target).length;
      };
      expect(await drifts()).toBe(1);
      const [asked, ...more] = (await stand().get(proposals)).body;
      expect(asked).toMatchObject({ targetCode: target, state: 'queued', createdBy: '告警：selector_drift' });
      await watch().look();
      expect((await stand().get(proposals)).body).toEqual([asked]);
      expect(more).toEqual([]);
      expect((await stand().get(`/admin/api/targets/${target}/parser`)).body).toEqual(parser);
      expect((await stand().post('/admin/api/articles/bulk-delete', { ids })).status).toBe(200);
      expect(await drifts()).toBe(0);
    });

    it('are for people who may: viewers only read', async () => {
      const viewer = await stand().as('viewer');
      expect((await viewer.get(`${API}/channels`)).status).toBe(200);
      expect((await viewer.send('post', `${API}/channels`, {})).status).toBe(403);
      expect((await stand().get(`${API}/channels/99999`)).body.code).toBe('method_not_allowed');
      expect((await stand().post(`${API}/incidents/99999/ack`)).body.code).toBe('alert_not_found');
    });
  });
}
