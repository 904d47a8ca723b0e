import { type JobView, type LiveEvents } from '@govcrawler/contracts';
import { leaseKeyOf } from '@govcrawler/core';
import request from 'supertest';
import { PASSWORD, USER, type GatewayStand } from './gateway-stand.conformance.js';

const API = '/admin/api';
const BASIC = { Authorization: `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}` };

/** A client of the event stream that remembers what it was told. */
class Stream {
  readonly events: { kind: string; id: string | null; data: unknown }[] = [];
  heartbeats = 0;
  ended = false;
  private readonly abort = new AbortController();

  static async open(address: string, headers: Record<string, string> = BASIC): Promise<Stream> {
    const stream = new Stream();
    const response = await fetch(`${address}${API}/events`, { headers, signal: stream.abort.signal });
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    void stream.read(response.body!);
    return stream;
  }

  private async read(body: ReadableStream<Uint8Array>): Promise<void> {
    let text = '';
    const decoder = new TextDecoder();
    try {
      for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
        text += decoder.decode(chunk, { stream: true });
        const frames = text.split('\n\n');
        text = frames.pop()!;
        frames.forEach((frame) => this.take(frame));
      }
    } catch {
      // closed by the test
    }
    this.ended = true;
  }

  private take(frame: string): void {
    if (frame.startsWith(':')) this.heartbeats += 1;
    const kind = /^event: (.*)$/m.exec(frame)?.[1];
    const data = /^data: (.*)$/m.exec(frame)?.[1];
    if (kind && data) this.events.push({ kind, id: /^id: (.*)$/m.exec(frame)?.[1] ?? null, data: JSON.parse(data) });
  }

  of<K extends keyof LiveEvents>(kind: K): { id: string | null; data: LiveEvents[K] }[] {
    return this.events.filter((event) => event.kind === kind) as never;
  }

  statesOf(jobId: number): string[] {
    return this.of('job')
      .filter(({ data }) => data.id === jobId)
      .map(({ data }) => data.state);
  }

  async until(condition: () => boolean): Promise<void> {
    const deadline = Date.now() + 20_000;
    while (!condition()) {
      if (Date.now() > deadline) throw new Error(`Not told in time; told: ${JSON.stringify(this.events)}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  close(): void {
    this.abort.abort();
  }
}

/** What happens is told at once to everybody who listens, and to those who come back. */
export function describeEvents(openStand: () => GatewayStand, targetCode: string): void {
  describe('live events', () => {
    let stand: GatewayStand;
    const streams: Stream[] = [];
    beforeAll(() => {
      stand = openStand();
    });
    afterEach(() => streams.splice(0).forEach((stream) => stream.close()));
    const listen = async (headers?: Record<string, string>) => {
      const stream = await Stream.open(stand.address, headers && { ...BASIC, ...headers });
      streams.push(stream);
      await stream.until(() => stream.of('alerts').length > 0);
      return stream;
    };
    const run = async (): Promise<number> => (await stand.post(`${API}/targets/${targetCode}/run`)).body.jobId;

    it('say how things are, then every step of a job, whoever takes it', async () => {
      const stream = await listen();
      expect(stream.events.map(({ kind }) => kind)).toEqual(['hello', 'queue', 'alerts']);
      expect(stream.of('hello')[0]!.data).toEqual({ resumed: false });
      const before = stream.of('queue')[0]!.data;
      const id = await run();
      await stream.until(() => stream.statesOf(id).includes('queued'));
      await stream.until(() => stream.of('queue').at(-1)!.data.queued === before.queued + 1);

      // Another service writes to the database; nobody tells this replica.
      const { jobs, leases } = stand.database;
      const hostKey = (await jobs.find(id))!.hostKey;
      const lease = (await leases.acquire(hostKey, 'worker', 60_000))!;
      await jobs.claim(id, { hostKey, token: lease.token }, 'worker');
      const progress = { phase: 'articles', page: 1, pages: 3, article: 2, articles: 9, itemsNew: 2 } as const;
      await jobs.saveProgress(id, lease.token, { ...progress, itemsFailed: 0, currentTitle: '第一行\n第二行' });
      await stream.until(() => stream.of('job').some(({ data }) => data.progress?.article === 2));
      await jobs.finish(id, lease.token, { state: 'done', summary: null, error: null });
      await leases.release(hostKey, lease.token);
      await stream.until(() => stream.statesOf(id).includes('done'));
      const told = stream.of('job').filter(({ data }) => data.id === id);
      expect(new Set(told.map(({ data }) => JSON.stringify(data))).size).toBe(told.length);
      expect(told.find(({ data }) => data.progress)!.data.progress!.currentTitle).toBe('第一行\n第二行');
      expect((await stand.get(`${API}/jobs/${id}`)).body).toEqual(told.at(-1)!.data satisfies JobView);
    });

    it('say how far a briefing is, and that it ended', async () => {
      const stream = await listen();
      const { briefings, errands, leases } = stand.database;
      const order = { title: '简报', targetCodes: [targetCode], from: '2026-01-01', to: '2026-01-07' };
      const id = await briefings.create({ ...order, collect: true, maxItems: 10, deliverTo: null }, 'test');
      const { errand } = await errands.create({
        kind: 'briefing.run',
        subject: String(id),
        place: String(id),
        payload: { briefingId: id },
        createdBy: 'test',
        single: true,
      });
      await briefings.writtenBy(id, errand.id);
      const told = () => stream.of('briefings').flatMap(({ data }) => data.filter((one) => one.id === id));
      await stream.until(() => told().at(-1)?.state === 'queued');
      const hostKey = leaseKeyOf(errand.lane);
      const lease = (await leases.acquire(hostKey, 'worker', 60_000))!;
      const fence = { hostKey, token: lease.token };
      await errands.claim(errand.id, fence, 'worker');
      await errands.saveProgress(errand.id, lease.token, { phase: 'summarising', summarised: 3 });
      await stream.until(() => told().at(-1)?.progress?.summarised === 3);
      const progress = { phase: 'finished' } as never;
      await briefings.finish(id, { state: 'done', items: [], rankedBy: 'date', progress, error: null }, fence);
      await stream.until(() => told().at(-1)?.state === 'done');
      await leases.release(hostKey, lease.token);
    });

    it('go on after an interruption from the last event that was seen', async () => {
      const first = await listen();
      const seen = await run();
      await first.until(() => first.statesOf(seen).length > 0);
      const last = first.of('job').at(-1)!.id!;
      first.close();
      await first.until(() => first.ended);
      const missed = await run();
      await stand.post(`${API}/jobs/${seen}/cancel`);
      const second = await listen({ 'Last-Event-ID': last });
      expect(second.of('hello')[0]!.data).toEqual({ resumed: true });
      await second.until(() => second.statesOf(missed).length > 0 && second.statesOf(seen).includes('cancelled'));
      const fresh = await listen();
      expect(fresh.of('job')).toEqual([]);
      await stand.post(`${API}/jobs/${missed}/cancel`);
      await fresh.until(() => fresh.statesOf(missed).includes('cancelled'));
    });

    it('show signs of life, and end with the session', async () => {
      const login = await request(stand.address).post(`${API}/session`).send({ username: USER, password: PASSWORD });
      const cookie = String((login.headers['set-cookie'] as unknown as string[])[0]).split(';')[0]!;
      const stream = await Stream.open(stand.address, { Cookie: cookie });
      await stream.until(() => stream.heartbeats >= 2);
      await request(stand.address).delete(`${API}/session`).set('Cookie', cookie);
      await stream.until(() => stream.ended);
      expect(stream.of('bye')[0]!.data).toEqual({ reason: 'session_ended' });
    });

    it('let a client go that does not read, and serve the others', async () => {
      const stuck = await fetch(`${stand.address}${API}/events`, { headers: BASIC });
      const stream = await listen();
      const { jobs, leases } = stand.database;
      const id = await run();
      const hostKey = (await jobs.find(id))!.hostKey;
      const lease = (await leases.acquire(hostKey, 'worker', 60_000))!;
      await jobs.claim(id, { hostKey, token: lease.token }, 'worker');
      const progress = { phase: 'articles', page: 1, pages: 3, articles: 9, itemsNew: 2, itemsFailed: 0 } as const;
      const currentTitle = '长'.repeat(300_000);
      // The stuck client's socket takes a few megabytes before anything is unsent at our side.
      const reader = stuck.body!.getReader();
      await reader.read();
      for (let article = 1; article <= 24; article += 1) {
        await jobs.saveProgress(id, lease.token, { ...progress, article, currentTitle });
        await stream.until(() => stream.of('job').some(({ data }) => data.progress?.article === article));
      }
      await jobs.finish(id, lease.token, { state: 'done', summary: null, error: null });
      await leases.release(hostKey, lease.token);
      await stream.until(() => stream.statesOf(id).includes('done'));
      let ended = false;
      try {
        while (!ended) ended = (await reader.read()).done;
      } catch {
        ended = true; // cut off in the middle
      }
      expect(ended).toBe(true);
      expect(stream.ended).toBe(false);
    }, 60_000);

    it('are told to people alone', async () => {
      expect((await fetch(`${stand.address}${API}/events`)).status).toBe(401);
      const { key } = (await stand.post(`${API}/keys`, { name: 'listener', scopes: ['articles:read'] })).body;
      const answer = await fetch(`${stand.address}${API}/events`, { headers: { Authorization: `Bearer ${key}` } });
      expect(answer.status).toBe(403);
    });
  });
}
