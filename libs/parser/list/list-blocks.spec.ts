import { inferList } from './infer-list.js';

const now = new Date('2026-11-18T02:00:00Z');
const URL = 'https://www.a.gov.cn/';
const row = (name: string, index: number, day = 20 - index) =>
  `<li><a href="/${name}/t202610${String(day).padStart(2, '0')}_${index}.html">关于${name}工作第${index}号事项的通知公告</a><span>2026-10-${String(day).padStart(2, '0')}</span></li>`;
const rows = (name: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => row(name, from + index)).join('');
const box = (heading: string, name: string, count: number) =>
  `<div class="box"><div class="tit"><h2>${heading}</h2><a href="/${name}/">更多&gt;&gt;</a></div><ul class="list">${rows(name, 0, count)}</ul></div>`;
const infer = (body: string) => inferList(`<html><body>${body}</body></html>`, URL, now);
const names = (found: ReturnType<typeof infer>) =>
  new Set(found.rows.map(({ url }) => url.replace(URL, '').split('/')[0]));

describe('lists on pages with several of them', () => {
  it('takes one block of a home page, not rows of all', () => {
    const found = infer(
      `<div class="left">${box('要闻', 'yaowen', 6)}${box('通知公告', 'tzgg', 8)}</div>${box('政策', 'zcwj', 5)}`,
    );
    expect([names(found), found.rows.length]).toEqual([new Set(['tzgg']), 8]);
  });

  it('is less sure of a home page than of a list page', () => {
    const home = infer(['a1', 'b2', 'c3', 'd4'].map((name) => box('栏目', name, 8)).join(''));
    const list = infer(`${box('通知公告', 'tzgg', 20)}${box('热点', 'rd', 5)}`);
    expect([home.rows.length, list.rows.length]).toEqual([8, 20]);
    expect(home.confidence).toBeLessThan(0.75);
    expect(list.confidence).toBeGreaterThan(0.9);
  });

  it('keeps blocks apart whose headings stand beside their lists', () => {
    const found = infer(
      `<div><h3>通知公告</h3><ul>${rows('tzgg', 0, 7)}</ul><h3>政策解读</h3><ul>${rows('zcjd', 0, 5)}</ul></div>`,
    );
    expect([names(found), found.rows.length]).toEqual([new Set(['tzgg']), 7]);
  });

  it('keeps tabs apart whose dates begin anew, or which are hidden', () => {
    const tabs = (style: string, from: number) =>
      infer(
        `<p>通知 公告</p><div class="con"><ul>${rows('tzgg', 0, 6)}</ul><ul style="${style}">${rows('gggs', from, from + 5)}</ul></div>`,
      );
    expect(names(tabs('', 1))).toEqual(new Set(['tzgg']));
    expect(names(tabs('display: none', 8))).toEqual(new Set(['tzgg']));
  });

  it.each([
    ['lists of five', (parts: string[]) => parts.map((part) => `<ul>${part}</ul>`).join('<hr>')],
    ['boxes of five', (parts: string[]) => parts.map((part) => `<div class="g"><ul>${part}</ul></div>`).join('')],
    ['months', (parts: string[]) => parts.map((part, at) => `<h4>2026年${11 - at}月</h4><ul>${part}</ul>`).join('')],
  ])('keeps one list together that is cut into %s', (_name, cut) => {
    const found = infer(
      `${box('热点', 'rd', 4)}<div id="main">${cut([rows('tzgg', 0, 5), rows('tzgg', 5, 10), rows('tzgg', 10, 15)])}</div>`,
    );
    expect([names(found), found.rows.length]).toEqual([new Set(['tzgg']), 15]);
  });
});
