import { type FetchRequest, type FetchResult } from '@govcrawler/contracts';
import { FetchFullText, type FullTexts } from './fetch-full-text.js';
import { isSafeExternalUrl } from './safe-external-url.js';

const LINK = 'http://daily.example.test/2026/1.html';
const PAGE = `<html><body><div id="content"><p>${'各单位要认真组织实施，确保落实到位。'.repeat(30)}</p><script>alert(1)</script></div></body></html>`;
const source = { url: LINK, hasFullText: false, respectRobots: true, robotsOnError: 'allow' as const };
const answer = (more: object = {}): FetchResult =>
  ({
    ok: true,
    url: LINK,
    finalUrl: LINK,
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: Buffer.from(PAGE),
    charsetHint: 'utf-8',
    ...more,
  }) as unknown as FetchResult;

/** The handler with a door that answers as told. */
function stand(options: { source?: object | null; answer?: FetchResult; settings?: Record<string, unknown> } = {}) {
  const requests: FetchRequest[] = [];
  const saved: unknown[] = [];
  const texts: FullTexts = {
    sourceOf: async () => (options.source === null ? null : { ...source, ...options.source }),
    saveFullText: async (articleId, found) => void saved.push({ articleId, ...found }),
    saveFailure: async (articleId, reason) => void saved.push({ articleId, reason }),
  };
  const settings = { get: async <T>(key: string) => (options.settings?.[key] ?? null) as T | null };
  const door = {
    fetch: async (request: FetchRequest) => {
      requests.push(request);
      return options.answer ?? answer();
    },
  };
  const run = () =>
    new FetchFullText(texts, settings, door).run({
      errandId: 1,
      payload: { articleId: 7 },
      fence: { hostKey: 'x', token: 1 },
      createdBy: 'admin',
      previous: null,
      stop: new AbortController().signal,
      signal: new AbortController().signal,
      assertHeld: () => undefined,
      isCancelled: () => false,
      saveProgress: async () => undefined,
    });
  return { run, requests, saved };
}

describe('FetchFullText', () => {
  it('asks by plain HTTP alone, with the headers and limits of the settings', async () => {
    const { run, requests } = stand();
    await run();
    expect(requests).toEqual([
      expect.objectContaining({
        url: LINK,
        strategy: 'http',
        maxBytes: 2 * 1024 * 1024,
        headers: { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' },
        robots: { onError: 'allow' },
      }),
    ]);
    const other = stand({
      settings: { ui_settings: { rss: { fullTextMaxBytes: 100_000, userAgent: 'Reader/1' } }, rss_user_agent: 'Old/1' },
    });
    await other.run();
    expect(other.requests[0]).toMatchObject({ maxBytes: 100_000, headers: { 'user-agent': 'Reader/1' } });
    const old = stand({ settings: { rss_user_agent: 'Old/1' } });
    await old.run();
    expect(old.requests[0]?.headers?.['user-agent']).toBe('Old/1');
  });

  it('keeps the sanitised text and the address that answered', async () => {
    const finalUrl = 'http://daily.example.test/moved/1.html';
    const { run, saved } = stand({ answer: answer({ finalUrl }) });
    expect((await run()).error).toBeNull();
    expect(saved).toEqual([{ articleId: 7, html: expect.stringContaining('认真组织实施'), sourceUrl: finalUrl }]);
    expect(JSON.stringify(saved)).not.toContain('alert');
  });

  it.each([
    'http://127.0.0.1/admin',
    'http://[::1]/',
    'http://169.254.169.254/latest/meta-data',
    'http://0x7f.1/',
    'http://localhost:8787/',
    'file:///etc/passwd',
    'http://user:secret@daily.example.test/',
    'not an address',
  ])('never asks for %s', async (url) => {
    const { run, requests, saved } = stand({ source: { url } });
    expect((await run()).error).toMatch(/^refused_address/);
    expect(requests).toEqual([]);
    expect(saved).toEqual([{ articleId: 7, reason: expect.stringMatching(/^refused_address/) }]);
  });

  it('looks at the address again after a redirect', async () => {
    const { run, saved } = stand({ answer: answer({ finalUrl: 'http://10.0.0.8/internal' }) });
    expect((await run()).error).toMatch(/^refused_address: redirected/);
    expect(saved).toHaveLength(1);
  });

  it.each([
    ['not_html', answer({ headers: { 'content-type': 'application/pdf' } })],
    ['not_html', answer({ headers: {}, body: Buffer.from('%PDF-1.7') })],
    ['no_article', answer({ body: Buffer.from('<html><body></body></html>') })],
    ['http_not_found', { ok: false, reason: 'http_not_found', message: 'status 404' } as unknown as FetchResult],
    ['limit_bytes', { ok: false, reason: 'limit_bytes', message: 'over 2 MB' } as unknown as FetchResult],
  ])('keeps the reason %s and nothing else', async (reason, page) => {
    const { run, saved } = stand({ answer: page });
    expect((await run()).error).toMatch(new RegExp(`^${reason}: `));
    expect(saved).toEqual([{ articleId: 7, reason: expect.stringMatching(new RegExp(`^${reason}: `)) }]);
  });

  it('does nothing where there is nothing to do', async () => {
    for (const options of [{ source: { hasFullText: true } }, { source: null }]) {
      const { run, requests, saved } = stand(options);
      await run();
      expect([requests, saved]).toEqual([[], []]);
    }
    const aborted = stand({ answer: { ok: false, reason: 'aborted', message: '' } as unknown as FetchResult });
    await aborted.run();
    expect(aborted.saved).toEqual([]);
  });
});

describe('isSafeExternalUrl', () => {
  it.each(['http://www.gov.cn/', 'https://daily.example.test:8443/a', 'http://8.8.8.8/'])('lets %s out', (url) => {
    expect(isSafeExternalUrl(url)).toBe(true);
  });

  it.each(['http://2130706433/', 'http://0177.0.0.1/', 'http://[::ffff:10.0.0.1]/', 'http://a.local/', 'ftp://a.cn/'])(
    'keeps %s in',
    (url) => expect(isSafeExternalUrl(url)).toBe(false),
  );
});
