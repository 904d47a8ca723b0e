import { inferList } from './infer-list.js';
import { markList, markSelector, snapshotPage } from './page-snapshot.js';
import { saysMore, siteLinks } from './site-links.js';

const now = new Date('2026-11-18T00:00:00Z');
const url = 'http://www.a.gov.cn/zwgk/';
const row = (n: number, box: string) =>
  `<li><a href="/zwgk/${box}/${n}.html">关于做好第${n}项工作的通知（${box}）</a><span>2026-11-0${n}</span></li>`;
const html = `<body onload="x()"><style>li{}</style><ul class="menu">${[1, 2, 3].map((n) => `<li><a href="/m/${n}/">栏目名称长一点${n}</a></li>`).join('')}</ul>
<div id="a"><ul>${[1, 2, 3, 4, 5].map((n) => row(n, 'tzgg')).join('')}</ul></div><img src="http://evil.test/x.png" onerror="x()"><script>alert(1)</script>
<iframe src="http://evil.test"></iframe></body>`;

describe('snapshotPage', () => {
  it('shows the words and nothing that runs, loads or leads anywhere', () => {
    const { html: shown, truncated } = snapshotPage(html);
    expect(shown).toContain('关于做好第1项工作的通知');
    expect(shown).not.toMatch(/script|iframe|evil|onerror|onload|href|src|style/);
    expect(
      shown.match(/<\w+[^>]*>/g)!.every((tag) => /^<\w+(?: data-gc="\d+")?(?: data-css="[#.\w-]+")?>$/.test(tag)),
    ).toBe(true);
    expect(shown).toContain('<ul data-gc="2" data-css=".menu">');
    const hostile = `<p id='"><img src=x>' class='ok " onclick=x() <b> 1st'>x</p>`;
    expect(snapshotPage(hostile).html).toBe('<p data-gc="0" data-css=".ok">x</p>');
    expect(truncated).toBe(false);
    expect(snapshotPage('<p>x</p>'.repeat(200_000)).truncated).toBe(true);
    expect(snapshotPage('<p>&lt;script&gt;</p>').html).toContain('&lt;script&gt;');
  });

  it('names elements by the places that marks use', () => {
    const { selectors } = inferList(html, url, now);
    const marks = markList(html, selectors!);
    expect([marks.row.length, marks.title.length, marks.date.length]).toEqual([5, 5, 5]);
    const shown = snapshotPage(html).html;
    expect(shown).toMatch(new RegExp(`<li data-gc="${marks.row[0]}"><a data-gc="${marks.title[0]}">关于做好第1项`));
    expect(markSelector(html, 'li')).toMatchObject({ count: 8 });
  });
});

describe('inferList', () => {
  it('takes the rows that a person points at, even if others look better', () => {
    const menu = markSelector(html, '.menu a').elements[1]!;
    const pointed = inferList(html, url, now, menu);
    expect(pointed.rows.map((one) => one.url)).toEqual([1, 2, 3].map((n) => `http://www.a.gov.cn/m/${n}/`));
    expect(inferList(html, url, now).rows).toHaveLength(5);
    expect(inferList(html, url, now, 999_999).rows).toEqual([]);
  });

  it('tells one box from several alike', () => {
    const boxes = ['tzgg', 'zcwj'].map(
      (box) => `<div class="box"><ul>${[1, 2, 3].map((n) => row(n, box)).join('')}</ul></div>`,
    );
    expect(inferList(`<body>${boxes.join('')}</body>`, url, now).blocks).toBe(2);
    expect(inferList(html, url, now).blocks).toBe(1);
  });
});

describe('siteLinks', () => {
  it('gives each address once with all its names, and the feeds of the head', () => {
    const page = `<head><title> 某市 </title><link rel="alternate" type="application/rss+xml" title="订阅" href="/rss.xml"></head>
      <a href="/tzgg/">更多&gt;&gt;</a><a href="/tzgg/#top">通知公告</a><a href="mailto:a@b.cn">信箱</a>`;
    expect(siteLinks(page, url)).toEqual({
      title: '某市',
      links: [{ url: 'http://www.a.gov.cn/tzgg/', texts: ['更多>>', '通知公告'] }],
      feeds: [{ url: 'http://www.a.gov.cn/rss.xml', texts: ['订阅'] }],
    });
    expect(['更多', 'more >>', '', '+'].map(saysMore)).toEqual([true, true, true, true]);
    expect(saysMore('通知公告')).toBe(false);
  });
});
