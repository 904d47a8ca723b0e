import { parseHtml } from '../dom/parse-html.js';
import { attribute } from '../dom/page-node.js';
import { checkSelectors } from './check-selectors.js';
import { compileSelector } from './compile-selector.js';
import { SelectorError } from './selector.error.js';

const PAGE = parseHtml(`
  <div id="Zoom" class="TRS_Editor Main"><p>一</p><p class="b">二</p></div>
  <div class="empty"></div>
  <ul class="list"><li><a href="/1.html" title="标题一">标题…</a><span>2026-02-03</span></li>
  <li><a href="/2.html"><font>标题</font><b>二</b><span>2026-02-04</span></a></li></ul>
  <meta name="PubDate" content="2026-02-03 10:20">
  <table class="t"><tr><td>甲</td></tr></table>`);
const value = (selector: string): string | null => compileSelector(selector).firstValue(PAGE.elements, PAGE.root);
const texts = (selector: string): string[] =>
  compileSelector(selector)
    .allMatches(PAGE.elements, PAGE.root)
    .map((element) => attribute(element, 'class') ?? element.name);

describe('compileSelector', () => {
  it('reads text and attributes', () => {
    expect(value('li a::attr(href)')).toBe('/1.html');
    expect(value('li a::attr("title")')).toBe('标题一');
    expect(value("meta[name='PubDate']::attr(content)")).toBe('2026-02-03 10:20');
    expect(value('p.b::text')).toBe('二');
    expect(value('p')).toBe('一');
  });

  it('tries alternatives in order, not in the order of the page', () => {
    expect(value('p.b::text, p::text')).toBe('二');
    expect(value('.missing::text, .empty::text, p::text')).toBe('一');
    expect(value('.missing::text')).toBeNull();
  });

  it('takes the union of alternatives where many elements are asked for', () => {
    expect(texts('p.b, #zoom')).toEqual(['TRS_Editor Main', 'b']);
  });

  it('ignores case in ids, classes and attribute names', () => {
    expect(texts('#ZOOM')).toEqual(['TRS_Editor Main']);
    expect(texts('.trs_editor.main')).toEqual(['TRS_Editor Main']);
    expect(value('A::attr(HREF)')).toBe('/1.html');
  });

  it('reads a title through its formatting, without the date beside it', () => {
    expect(value('li:nth-child(2) a::text')).toBe('标题二');
  });

  it('selects inside a row, the row itself included', () => {
    const [row] = compileSelector('ul.list > li').allMatches(PAGE.elements, PAGE.root);
    const [link] = compileSelector('li a').allMatches(PAGE.elements, PAGE.root);
    const inside = PAGE.elements.filter(({ parent }) => parent === row);
    expect(row && compileSelector('> a::attr(href)').firstValue(inside, row)).toBe('/1.html');
    expect(row && compileSelector(':scope > span::text').firstValue(inside, row)).toBe('2026-02-03');
    expect(link && compileSelector('::attr(href)').firstValue([link], link)).toBe('/1.html');
  });

  it('finds rows with and without the tbody that browsers add', () => {
    expect(value('table.t > tbody > tr > td::text')).toBe('甲');
    const other = parseHtml('<table><tbody><tr><td>乙</td></tr></tbody></table>');
    expect(compileSelector('table > tr > td::text').firstValue(other.elements, other.root)).toBe('乙');
  });

  it('compiles a text once', () => {
    expect(compileSelector('div.once')).toBe(compileSelector('div.once'));
  });

  it.each([
    ['', 0],
    ['   ', 0],
    ['a[', 1],
    ['div..x', 3],
    ['a:foo', 1],
    ['ul > a:nth-child(x)', 6],
    ['a, , b', 1],
    ['a,', 1],
    ['a::first-line', 1],
    ['a::attr()', 7],
    ['  a::text b', 3],
    ['div > > a', 6],
    ['div >', 3],
    ['a:not(', 0],
    ['a]', 1],
  ])('refuses %j at %d', (selector, position) => {
    let problem: unknown;
    try {
      compileSelector(selector);
    } catch (error) {
      problem = error;
    }
    expect(problem).toBeInstanceOf(SelectorError);
    expect((problem as SelectorError).position).toBe(position);
    expect((problem as SelectorError).message).not.toBe('');
  });
});

describe('checkSelectors', () => {
  it('names every wrong key with its place and passes right ones', () => {
    expect(checkSelectors({ row: 'ul > li', href: 'a::attr(href)' })).toEqual([]);
    const problems = checkSelectors({
      row: 'ul >> li[',
      title: 'a::texts',
      content: '#zoom',
      attachment_css: 'a[href$=]',
    });
    expect(problems.map(({ key }) => key)).toEqual(['row', 'title', 'attachment_css']);
    expect(problems[1]).toEqual({ key: 'title', message: expect.stringContaining('::texts'), position: 1 });
  });
});
