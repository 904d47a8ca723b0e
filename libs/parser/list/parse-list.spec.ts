import { SelectorError } from '../selectors/selector.error.js';
import { parseList } from './parse-list.js';

const now = new Date('2026-11-18T02:00:00Z');
const PAGE = 'https://www.a.gov.cn/zwgk/tzgg/index.html';
const SELECTORS = { row: 'ul.list > li', href: 'a::attr(href)', title: 'a::text', date: 'span::text' };
const rows = (items: string, selectors = SELECTORS) =>
  parseList(`<ul class="list">${items}</ul>`, PAGE, selectors, now);

describe('parseList', () => {
  it('reads address, title and date of every row in order', () => {
    expect(
      rows(`<li><a href="./202602/t20260203_1.html">关于防汛的通知</a><span>2026-02-03</span></li>
        <li><a href="/b/2.html">公告</a><span>[02-01]</span></li>`),
    ).toEqual([
      {
        url: 'https://www.a.gov.cn/zwgk/tzgg/202602/t20260203_1.html',
        title: '关于防汛的通知',
        publishDate: '2026-02-03',
        publishTime: null,
        pinned: false,
        isFile: false,
      },
      {
        url: 'https://www.a.gov.cn/b/2.html',
        title: '公告',
        publishDate: '2026-02-01',
        publishTime: null,
        pinned: false,
        isFile: false,
      },
    ]);
  });

  it('completes cut titles from the title attribute, and only those', () => {
    const titleOf = (item: string) => rows(`<li>${item}</li>`)[0]?.title;
    expect(titleOf('<a href="1" title="关于做好当前防汛救灾工作的紧急通知">关于做好当前防汛...</a>')).toBe(
      '关于做好当前防汛救灾工作的紧急通知',
    );
    expect(titleOf('<a href="1" title="关于做好当前防汛救灾工作的紧急通知">关于做好当前防汛…</a>')).toBe(
      '关于做好当前防汛救灾工作的紧急通知',
    );
    expect(titleOf('<a href="1" title="点击查看">关于防汛的通知</a>')).toBe('关于防汛的通知');
    expect(titleOf('<a href="1" title="关于防汛的通知"></a>')).toBe('关于防汛的通知');
    expect(titleOf('<a href="1">●</a>')).toBe('●');
    expect(titleOf('<a href="1">· 关于防汛的通知<span>2026-02-03</span></a>')).toBe('关于防汛的通知');
  });

  it('dates a row by its printed date, then by its address', () => {
    const dateOf = (item: string) => rows(`<li>${item}</li>`)[0]?.publishDate;
    expect(dateOf('<a href="202601/t20260115_1.html">甲甲甲</a><span>2026-02-03</span>')).toBe('2026-02-03');
    expect(dateOf('<a href="202601/t20260115_1.html">甲甲甲</a>')).toBe('2026-01-15');
    expect(dateOf('<a href="1.html">甲甲甲</a> （2026年2月3日）')).toBe('2026-02-03');
    expect(dateOf('<a href="1.html">甲甲甲</a><span><i>03</i><em>2026-02</em></span>')).toBe('2026-02-03');
    expect(dateOf('<a href="1.html">甲甲甲</a>')).toBeNull();
    expect(rows('<li><a href="1">甲甲甲</a><span>3小时前</span></li>')[0]?.publishTime).toEqual(
      new Date('2026-11-17T23:00:00Z'),
    );
  });

  it('marks pinned rows and rows that are files', () => {
    const found =
      rows(`<li><em>[置顶]</em><a href="1.html">甲通知</a></li><li class="zhiding"><a href="2.html">乙通知</a></li>
      <li><a href="3.html">【置顶】丙通知</a></li><li><a href="4.pdf">丁决算</a></li><li><a href="5.html">关于顶山的通知</a></li>`);
    expect(found.map(({ pinned }) => pinned)).toEqual([true, true, true, false, false]);
    expect(found.map(({ isFile }) => isFile)).toEqual([false, false, false, true, false]);
    expect(found[2]?.title).toBe('丙通知');
  });

  it('leaves rows without a usable link or title out', () => {
    expect(
      rows(
        '<li>没有链接</li><li><a href="javascript:void(0)">脚本</a></li><li><a href="#">锚</a></li><li><a href="1.html"></a></li>',
      ),
    ).toEqual([]);
  });

  it('respects the base of the page and rows that are links themselves', () => {
    const html = '<base href="https://b.gov.cn/x/"><div class="l"><a href="1.html" title="甲通知">甲</a></div>';
    const selectors = { row: '.l a', href: '::attr(href)', title: '::attr(title), ::text' };
    expect(parseList(html, PAGE, selectors, now)[0]).toMatchObject({
      url: 'https://b.gov.cn/x/1.html',
      title: '甲通知',
    });
  });

  it('reads rows that a page keeps as records in a script', () => {
    const html = `<ul class="list"><script type="text/xml"><datastore><nextgroup><![CDATA[<a href="/dataproxy.jsp"></a>]]></nextgroup>
      <recordset><record><![CDATA[<li><a href="/art/2026/2/3/art_1_2.html">甲通知</a></li>]]></record></recordset></datastore></script></ul>`;
    expect(parseList(html, PAGE, SELECTORS, now)).toMatchObject([{ title: '甲通知', publishDate: '2026-02-03' }]);
    expect(
      parseList(
        '<datastore><record><![CDATA[<li><a href="1">乙通知</a></li>]]></record></datastore>',
        PAGE,
        { ...SELECTORS, row: 'li' },
        now,
      ),
    ).toHaveLength(1);
  });

  it('refuses a wrong selector', () => {
    expect(() => rows('', { ...SELECTORS, row: 'ul >' })).toThrow(SelectorError);
  });
});
