import { PassThrough } from 'node:stream';
import { type FetchFailure, type FetchRequest } from '@govcrawler/contracts';
import { TransientError } from '@govcrawler/core';
import { silentLogger } from './fetch-logger.js';
import { OutboundFetcher } from './outbound-fetcher.js';
import { ManualClock } from './politeness/host-state.conformance.js';
import { UnifiedFetcher } from './unified-fetcher.js';

const failure = (message: string): FetchFailure => ({
  ok: false,
  reason: 'http_not_found',
  message,
  status: 404,
  retryAfterSec: null,
  url: '',
  finalUrl: '',
  strategy: 'http',
  startedAt: new Date(0),
  durationMs: 0,
  attempts: 1,
});

class FakeDoor extends OutboundFetcher {
  down: Error | null = null;
  asked = 0;
  constructor(private readonly name: string) {
    super();
  }
  fetch = async () => {
    this.asked += 1;
    if (this.down) throw this.down;
    return failure(this.name);
  };
  fetchToSink = async (_request: FetchRequest, sink: PassThrough) => {
    if (this.down) sink.destroy();
    return this.fetch();
  };
  robotsAllows = async () => failure(this.name);
  hosts = async () => [];
  close = async () => undefined;
}

describe('UnifiedFetcher', () => {
  const request: FetchRequest = { url: 'http://www.a.gov.cn/', purpose: 'list' };
  let service: FakeDoor;
  let local: FakeDoor;
  let clock: ManualClock;
  let unified: UnifiedFetcher;
  const served = async () => {
    const result = await unified.fetch(request);
    return result.ok ? '' : result.message;
  };

  beforeEach(() => {
    service = new FakeDoor('service');
    local = new FakeDoor('local');
    clock = new ManualClock();
    unified = new UnifiedFetcher(
      [
        { name: 'service', fetcher: service },
        { name: 'local', fetcher: local, inProcess: true },
      ],
      silentLogger,
      clock,
    );
  });

  it('asks the first door, whose failed fetch is an answer', async () => {
    expect(await served()).toBe('service');
    expect(local.asked).toBe(0);
  });

  it('degrades to the next door when one is down, leaves it in peace for a while, and comes back', async () => {
    service.down = new TransientError('gone');
    expect([await served(), await served(), await served()]).toEqual(['local', 'local', 'local']);
    expect(service.asked).toBe(1);
    service.down = null;
    clock.time += 15_000;
    expect(await served()).toBe('service');
  });

  it('asks only the door of this process when the request says local', async () => {
    const result = await unified.fetch({ ...request, strategy: 'local' });
    expect([result.ok ? '' : result.message, service.asked]).toEqual(['local', 0]);
    const afar = new UnifiedFetcher([{ name: 'service', fetcher: service }], silentLogger, clock);
    await expect(afar.fetch({ ...request, strategy: 'local' })).rejects.toMatchObject({ code: 'permanent' });
  });

  it('tells when all are down, and hides no mistake of ours', async () => {
    service.down = local.down = new TransientError('gone');
    await expect(unified.fetch(request)).rejects.toThrow('gone');
    service.down = new TypeError('a bug');
    clock.time += 15_000;
    await expect(unified.fetch(request)).rejects.toThrow('a bug');
  });

  it('does not pour a second file into a sink that broke', async () => {
    service.down = new TransientError('gone in the middle');
    await expect(unified.fetchToSink(request, new PassThrough())).rejects.toThrow('middle');
    expect(local.asked).toBe(0);
  });
});
