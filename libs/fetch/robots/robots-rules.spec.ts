import { RobotsRules } from './robots-rules.js';

const allowed = (text: string, path: string, agent = 'GovCrawler') =>
  new RobotsRules(text).verdict(`https://www.example.gov.cn${path}`, agent).allowed;

describe('RobotsRules', () => {
  it('lets the longest match win, and allow on a tie', () => {
    const text = 'User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a/b/c\nAllow: /t\nDisallow: /t';
    expect(['/a/x', '/a/b/x', '/a/b/c', '/t', '/other'].map((path) => allowed(text, path))).toEqual([
      false,
      true,
      false,
      true,
      true,
    ]);
  });

  it.each([
    ['/*.php$', '/x/a.php', false],
    ['/*.php$', '/x/a.php?b', true],
    ['/a*b*c', '/a1b2c3', false],
    ['/a*b*c', '/a1c2b3', true],
    ['/*a*a$', '/xaya', false],
    ['/a$', '/a', false],
    ['/a$', '/ab', true],
    ['/a$b', '/a$b', false],
    ['*', '/x', false],
    ['/%E6%94%BF', '/政/x', false],
    ['/政', '/%e6%94%bf', false],
    ['/%61%62', '/ab', false],
    ['/a%2Fb', '/a/b', true],
    ['/*?id=', '/x?id=1', false],
  ])('Disallow: %s on %s', (pattern, path, expected) => {
    expect(allowed(`user-agent: *\ndisallow: ${pattern}`, path)).toBe(expected);
  });

  it('takes the own group before *, joins groups of one agent and ignores case and version', () => {
    const text =
      'User-agent: govcrawler/1.0\nDisallow: /one\n\nUser-agent: *\nDisallow: /\n\nUser-Agent: GOVCRAWLER\nDisallow: /two';
    expect(['/one', '/two', '/three'].map((path) => allowed(text, path))).toEqual([false, false, true]);
    expect(allowed(text, '/three', 'other')).toBe(false);
  });

  it('does not split a group at an unknown line, and starts a new one after a rule', () => {
    const text =
      'User-agent: a\nSitemap: https://x/\nUser-agent: govcrawler\nDisallow: /x\nUser-agent: b\nDisallow: /y';
    expect([allowed(text, '/x'), allowed(text, '/y'), allowed(text, '/x', 'a')]).toEqual([false, true, false]);
  });

  it('reads BOM, CR line ends, comments and an empty Disallow', () => {
    expect(allowed('\uFEFFUser-agent: * # all\rDisallow: /x # no\r', '/x')).toBe(false);
    expect(allowed('User-agent: *\nDisallow:\n', '/x')).toBe(true);
    expect(allowed('Disallow: /', '/x')).toBe(true);
    expect(allowed('User-agent: *\nDisallow: /', '/robots.txt')).toBe(true);
  });

  it('takes an HTML page in place of robots.txt as no rules', () => {
    const page = Buffer.from('<!DOCTYPE html><pre>User-agent: *\nDisallow: /</pre>');
    expect(RobotsRules.parse(page)).toBe(RobotsRules.none);
  });

  it('reads Crawl-delay of the own group', () => {
    const text = 'User-agent: *\nCrawl-delay: 10\n\nUser-agent: govcrawler\nCrawl-delay: 2.5\nDisallow: /x';
    expect(new RobotsRules(text).crawlDelaySec('GovCrawler')).toBe(2.5);
    expect(new RobotsRules(text).crawlDelaySec('other')).toBe(10);
    expect(new RobotsRules('User-agent: *\nCrawl-delay: soon').crawlDelaySec('x')).toBeNull();
  });

  it('answers at once for a hostile pattern', () => {
    expect(allowed(`User-agent: *\nDisallow: /${'*a'.repeat(5000)}$`, `/${'a'.repeat(5000)}b`)).toBe(true);
  });
});
