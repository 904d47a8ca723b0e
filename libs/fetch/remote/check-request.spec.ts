import { pickRequest, requestProblems } from './check-request.js';

describe('requestProblems', () => {
  it('accepts a complete request and a minimal one', () => {
    expect(requestProblems({ url: 'http://www.a.gov.cn/', purpose: 'list' })).toEqual([]);
    expect(
      requestProblems({
        url: 'http://www.a.gov.cn/',
        purpose: 'detail',
        method: 'POST',
        headers: { 'x-a': '1' },
        body: '',
        strategy: 'auto',
        pace: { intervalSec: 0, jitterSec: 1 },
        timeoutMs: 1,
        maxBytes: 1,
        robots: { onError: 'deny' },
        browser: { images: true, scrolls: 3 },
      }),
    ).toEqual([]);
  });

  it.each([
    [null, /object/],
    [{ purpose: 'list' }, /url/],
    [{ url: 'x', purpose: 'toString' }, /purpose/],
    [{ url: 'x', purpose: 'list', method: 'DELETE' }, /method/],
    [{ url: 'x', purpose: 'list', headers: { 'a b': '1' } }, /headers/],
    [{ url: 'x', purpose: 'list', headers: { a: 'x\r\nhost: y' } }, /headers/],
    [{ url: 'x', purpose: 'list', pace: { intervalSec: -1 } }, /pace/],
    [{ url: 'x', purpose: 'list', timeoutMs: Number.NaN }, /timeoutMs/],
    [{ url: 'x', purpose: 'list', strategy: 'local' }, /strategy/],
    [{ url: 'x', purpose: 'list', article: 'yes' }, /article/],
    [{ url: 'x', purpose: 'list', maxBytes: 1e12 }, /maxBytes/],
  ])('names what is wrong with %j', (request, problem) => {
    expect(requestProblems(request).join()).toMatch(problem);
  });

  it('hands on known fields only', () => {
    expect(pickRequest({ url: 'x', purpose: 'list', signal: 'no', extra: 1 })).toEqual({ url: 'x', purpose: 'list' });
  });
});
