import { normalizeUrl, urlHash } from './url-identity.js';

describe('normalizeUrl', () => {
  it.each([
    ['HTTP://WWW.GD.GOV.CN:80/zwgk/', 'http://www.gd.gov.cn/zwgk/'],
    ['https://www.gd.gov.cn:443/a#top', 'https://www.gd.gov.cn/a'],
    ['http://www.gd.gov.cn./a', 'http://www.gd.gov.cn/a'],
    ['http://user:secret@www.gd.gov.cn/a', 'http://www.gd.gov.cn/a'],
    ['http://www.gd.gov.cn/a?utm_source=x&id=3&spm=1.2', 'http://www.gd.gov.cn/a?id=3'],
    ['http://www.gd.gov.cn/a?utm_source=x', 'http://www.gd.gov.cn/a'],
    ['http://www.gd.gov.cn/a/../b', 'http://www.gd.gov.cn/b'],
    ['  http://www.gd.gov.cn/a ', 'http://www.gd.gov.cn/a'],
  ])('%s -> %s', (input, expected) => expect(normalizeUrl(input)).toBe(expected));

  it('keeps what may make another document: query order, GBK escapes, index.html, a parameter named from', () => {
    expect(normalizeUrl('http://h/a?b=2&a=1')).toBe('http://h/a?b=2&a=1');
    expect(normalizeUrl('http://h/s?q=%C7%E5%D4%B6&utm_medium=m')).toBe('http://h/s?q=%C7%E5%D4%B6');
    expect(normalizeUrl('http://h/index.html')).not.toBe(normalizeUrl('http://h/'));
    expect(normalizeUrl('http://h/a?from=1')).not.toBe(normalizeUrl('http://h/a?from=2'));
  });

  it.each(['javascript:alert(1)', 'ftp://h/a', '/relative', '', 'http://'])('refuses %j', (input) => {
    expect(() => normalizeUrl(input)).toThrow('Not an absolute http(s) address');
  });

  it('is idempotent', () => {
    const once = normalizeUrl('HTTP://H.gov.cn:80/中文 a?x=%E4%B8%AD&utm_a=1#z');
    expect(normalizeUrl(once)).toBe(once);
  });
});

describe('urlHash', () => {
  it('is 64 hex digits and equal for equal documents', () => {
    expect(urlHash('http://www.gd.gov.cn/a#x')).toMatch(/^[0-9a-f]{64}$/);
    expect(urlHash('http://www.gd.gov.cn/a#x')).toBe(urlHash('HTTP://www.gd.gov.cn:80/a'));
  });
});
