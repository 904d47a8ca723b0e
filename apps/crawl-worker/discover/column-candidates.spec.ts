import { nameFromTitle, promiseOf, slugOf } from './column-candidates.js';

describe('promiseOf', () => {
  const promise = (path: string, ...texts: string[]) => promiseOf({ url: `http://www.a.gov.cn${path}`, texts });

  it.each([
    '/zwgk/t20260101_55.html',
    '/content/post_123.html',
    '/a/b.pdf',
    '/zwgk/index_2.html',
    '/x?id=7',
    '/art/2026/1/2/art_12_3.html',
  ])('leaves %s out', (path) => expect(promise(path, '通知公告')).toBeNull());

  it('prefers what is called like a column', () => {
    const column = promise('/zwgk/tzgg/', '更多', '通知公告')!;
    expect(column).toBeGreaterThan(promise('/zwgk/x/', '城市风光')!);
    expect(promise('/zwgk/x/', '城市风光')!).toBeGreaterThan(promise('/login', '登录')!);
  });
});

describe('slugOf', () => {
  it('speaks, and repeats nothing', () => {
    const taken = new Set<string>();
    const slugs = ['/zwgk/tzgg/', '/fgw/tzgg/index.html', '/', '/?x=1', '/zwgk/tzgg/index.htm'].map((path) => {
      const slug = slugOf(`http://www.a.gov.cn${path}`, taken);
      taken.add(slug);
      return slug;
    });
    expect(slugs.slice(0, 2)).toEqual(['tzgg', 'fgw_tzgg']);
    expect(new Set(slugs).size).toBe(slugs.length);
    for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9][a-z0-9_-]*$/);
  });
});

describe('nameFromTitle', () => {
  it.each([
    ['通知公告_某市人民政府', '通知公告'],
    ['某市人民政府', '某市人民政府'],
    ['', ''],
  ])('%s', (title, name) => expect(nameFromTitle(title)).toBe(name));
});
