import { SelectorError } from '../selectors/selector.error.js';
import { parseDetail } from './parse-detail.js';

const now = new Date('2026-11-18T02:00:00Z');
const URL = 'https://www.a.example/zwgk/202602/t20260203_1.html';
const LONG =
  '为贯彻落实有关决策部署，进一步增强政策支持的针对性有效性，现就有关事项通知如下，请各有关单位结合实际认真贯彻执行。'.repeat(
    3,
  );
const page = (body: string, head = ''): string =>
  `<html><head><title>关于防汛的通知_通知公告_某市政府网</title>${head}</head><body><h1>关于防汛的通知</h1>${body}</body></html>`;

describe('parseDetail', () => {
  it('reads every field by the selectors of the site', () => {
    const html = page(
      `<div class="xx"><i class="t">2026-02-03 10:20</i><i class="s">来源：某局</i></div><div id="zoom"><p>${LONG}</p>
        <p><a href="P1.pdf">附件一</a></p></div><div class="fj"><a href="/open?id=1">附件二</a></div>`,
    );
    const fields = parseDetail(
      html,
      URL,
      { title: 'h1::text', publish_time: '.t::text', source: '.s::text', content: '#zoom', attachment_css: '.fj a' },
      { now },
    );
    expect(fields).toMatchObject({
      title: '关于防汛的通知',
      publishTimeRaw: '2026-02-03 10:20',
      publishTime: new Date('2026-02-03T02:20:00Z'),
      source: '某局',
      contentText: `${LONG}\n附件一`,
      attachments: [
        { url: 'https://www.a.example/open?id=1', name: '附件二' },
        { url: 'https://www.a.example/zwgk/202602/P1.pdf', name: '附件一' },
      ],
      usedFallback: false,
      fallbackEngine: null,
    });
    expect(fields.contentHtml).toContain('<a href="https://www.a.example/zwgk/202602/P1.pdf">附件一</a>');
    expect(fields.markdown).toContain('[附件一](https://www.a.example/zwgk/202602/P1.pdf)');
  });

  it('tries body alternatives in order and passes empty ones', () => {
    const html = page(
      `<div class="a"></div><div class="b"><p>${LONG}乙</p></div><div class="c"><p>${LONG}丙</p></div>`,
    );
    expect(parseDetail(html, URL, { content: '.missing, .a, .c, .b' }, { now }).contentText).toBe(`${LONG}丙`);
  });

  it('joins a body of several matches beside each other', () => {
    const html = page(`<div id="x"><p>${LONG}</p><p>第二段</p><blockquote><p>引文</p></blockquote></div>`);
    expect(parseDetail(html, URL, { content: '#x p' }, { now }).contentText).toBe(`${LONG}\n第二段`);
  });

  it('strips column and site when a selector ends at the title of the page', () => {
    expect(
      parseDetail('<title>关于防汛的通知_通知公告_某市政府网</title>', URL, { title: 'h1::text, title::text' }, { now })
        .title,
    ).toBe('关于防汛的通知');
  });

  describe('where the selected body is short', () => {
    const elsewhere = `<div class="main"><p>${LONG}</p></div>`;
    const read = (body: string) =>
      parseDetail(
        page(`<div id="zoom">${body}</div>${elsewhere}`),
        URL,
        { title: 'h1::text', content: '#zoom' },
        { now },
      );

    it('falls back to the generic engine and keeps the selected title', () => {
      expect(read('<p>短</p>')).toMatchObject({
        usedFallback: true,
        fallbackEngine: 'generic',
        contentText: LONG,
        title: '关于防汛的通知',
      });
    });

    it.each([
      ['an image', '<img src="a.png">'],
      ['a table', '<table><tr><td>1</td></tr></table>'],
      ['a file', '<a href="a.pdf">附件</a>'],
      ['a hundred characters', `<p>${'字'.repeat(100)}</p>`],
    ])('keeps a body with %s', (_what, body) => {
      expect(read(body)).toMatchObject({ usedFallback: false, fallbackEngine: null });
    });
  });

  it('falls back when there is no selector or nothing matches', () => {
    expect(parseDetail(page(`<div><p>${LONG}</p></div>`), URL, {}, { now })).toMatchObject({
      usedFallback: true,
      contentText: LONG,
    });
  });

  it('dates a page by its address when it says nothing', () => {
    expect(parseDetail(page(''), URL, {}, { now }).publishTime).toEqual(new Date('2026-02-02T16:00:00Z'));
  });

  it('takes the title of the list where the page has none or cuts it', () => {
    expect(parseDetail('<p>x</p>', URL, {}, { now, expectedTitle: '列表标题' }).title).toBe('列表标题');
    const cut = '<h1>关于做好当前防汛救灾...</h1>';
    expect(
      parseDetail(cut, URL, { title: 'h1::text' }, { now, expectedTitle: '关于做好当前防汛救灾工作的通知' }).title,
    ).toBe('关于做好当前防汛救灾工作的通知');
  });

  it('writes the body without its wrapper and counts pictures, not icons of files', () => {
    const html = page(
      `<table><tr><td id="zoom"><p>${LONG}</p><img src="a.jpg"><img src="/ueditor/fileTypeImages/icon_pdf.gif"></td></tr></table>`,
    );
    const fields = parseDetail(html, URL, { content: '#zoom' }, { now });
    expect(fields.contentHtml).toMatch(/^<p>为贯彻/);
    expect(fields.inlineImageCount).toBe(1);
  });

  it('refuses a wrong selector', () => {
    expect(() => parseDetail('', URL, { content: 'div[' }, { now })).toThrow(SelectorError);
  });
});
