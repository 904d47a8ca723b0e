import fc from 'fast-check';
import { attribute, textContent, type PageElement, type PageNode } from './page-node.js';
import { parseHtml } from './parse-html.js';

/** The tree in one line: names with their children in brackets, texts in quotes. */
function shape(node: PageNode): string {
  if (node.type === 'text') return JSON.stringify(node.data);
  const inner = node.children.map(shape).join(' ');
  return node.name === '#document' ? inner : `${node.name}(${inner})`;
}

const shapeOf = (html: string): string => shape(parseHtml(html).root);
const first = (html: string, name: string): PageElement | undefined =>
  parseHtml(html).elements.find((element) => element.name === name);

describe('parseHtml', () => {
  it.each([
    ['<p>一<p>二', 'p("一") p("二")'],
    ['<p>一<div>二</div>三', 'p("一") div("二") "三"'],
    ['<ul><li>一<li>二<ul><li>三</ul></ul>', 'ul(li("一") li("二" ul(li("三"))))'],
    ['<ul><li><div>一<li>二</ul>', 'ul(li(div("一")) li("二"))'],
    ['<dl><dt>问<dd>答<dt>问</dl>', 'dl(dt("问") dd("答") dt("问"))'],
    ['<table><tr><td>1<td>2<tr><td>3</table>', 'table(tr(td("1") td("2")) tr(td("3")))'],
    ['<table><tbody><tr><td>1<tbody><tr><td>2</table>', 'table(tbody(tr(td("1"))) tbody(tr(td("2"))))'],
    ['<select><option>1<option>2</select>', 'select(option("1") option("2"))'],
    ['<h2>一<h3>二</h3>', 'h2("一") h3("二")'],
    ['<a href=1>一<a href=2>二</a>', 'a("一") a("二")'],
    ['a<br>b</br>c', '"a" br() "b" br() "c"'],
    ['<DIV ID="Zoom">x</Div>', 'div("x")'],
  ])('closes what HTML leaves open: %s', (html, expected) => {
    expect(shapeOf(html)).toBe(expected);
  });

  it.each([
    [
      'a stray end of the page',
      '<html><body><div>头</div></html><div id=a>文</div></body>',
      'html(body(div("头") div("文")))',
    ],
    [
      'a page inside a page',
      '<html><body><div><html><head></head><body>文</body></html>尾</div>',
      'html(body(div("文尾")))',
    ],
    [
      'a stray end tag in a cell',
      '<div><table><tr><td>一</div>二</td></tr></table></div>',
      'div(table(tr(td("一二"))))',
    ],
    ['a nested table', '<table><tr><td><table><tr><td>一</table>二</table>', 'table(tr(td(table(tr(td("一"))) "二")))'],
    ['formatting across blocks', '<div><font><p>一</font>二</p>三</div>四', 'div(font(p("一二")) "三") "四"'],
    ['a link across a block', '<div><a href=x><div>一</a></div>二</div>', 'div(a(div("一")) "二")'],
    ['an end tag without a start', '</p></span>一</table>', '"一"'],
    ['content in an open head', '<head><title>题</title><div>一</div>', 'head(title("题")) div("一")'],
  ])('keeps the article in place behind %s', (_what, html, expected) => {
    expect(shapeOf(html)).toBe(expected);
  });

  it.each([
    ['comments', 'a<!-- <p>x</p> -->b', '"ab"'],
    ['empty comments', 'a<!-->b<!--->c', '"abc"'],
    ['an unclosed comment', 'a<!-- x>b', '"ab"'],
    ['conditional sections', 'a<![if !IE]>b<![endif]>c', '"abc"'],
    ['the content of CDATA', '<p><![CDATA[<b>一</b>]]></p>', 'p(b("一"))'],
    ['processing instructions', '<?xml version="1.0"?>a', '"a"'],
    ['signs that are no tags', 'a < b <3 && c', '"a < b <3 && c"'],
    ['a cut tag at the end', 'a<div class="x', '"a" div()'],
  ])('reads %s', (_what, html, expected) => {
    expect(shapeOf(html)).toBe(expected);
  });

  it('leaves scripts and styles alone', () => {
    const script = first('<script>if (a < b) document.write("<p>x</p>")</SCRIPT ><p>y</p>', 'script');
    expect(script && shape(script)).toBe(String.raw`script("if (a < b) document.write(\"<p>x</p>\")")`);
    expect(shapeOf('<style>p > a {}</style>一')).toBe('style("p > a {}") "一"');
    expect(shapeOf('<title>没有结束<p>一</p>')).toBe('title() "没有结束" p("一")');
  });

  it('reads attributes in every spelling, names in lower case', () => {
    const link = first(`<A HREF='a b' Title="1&quot;2" target=_blank data-x  checked alt = "空 格" >`, 'a');
    expect(link?.attributes).toEqual([
      'href',
      'a b',
      'title',
      '1"2',
      'target',
      '_blank',
      'data-x',
      '',
      'checked',
      '',
      'alt',
      '空 格',
    ]);
    expect(link && attribute(link, 'constructor')).toBeUndefined();
  });

  it('decodes references with and without a semicolon; a written no-break space is a space', () => {
    expect(textContent(parseHtml('&ldquo;甲&rdquo;&nbsp;&#20013;&#x56fd;&copy 2026 &unknown; a&b').root)).toBe(
      '“甲” 中国© 2026 &unknown; a&b',
    );
  });

  it('numbers elements in document order', () => {
    const { elements } = parseHtml('<div><p>一<b>二</b></p><p>三</p></div><hr>');
    expect(elements.map(({ name, order }) => `${order}${name}`)).toEqual(['0div', '1p', '2b', '3p', '4hr']);
  });

  it('keeps deep content flat below its limit and finds its way back', () => {
    const { root } = parseHtml(`${'<div>'.repeat(100_000)}深${'</div>'.repeat(100_000)}<p>外</p>`);
    expect(textContent(root)).toBe('深外');
    expect(root.children.map((child) => child.type === 'tag' && child.name)).toEqual(['div', 'p']);
  });

  it('gives back the tree that well-formed markup describes', () => {
    const { tree } = fc.letrec<{ tree: string; element: string; leaf: string }>((tie) => ({
      leaf: fc.constantFrom('<p>一</p>', '<p>二</p>', '<p>三</p>'),
      element: fc
        .tuple(fc.constantFrom('div', 'section', 'article', 'center'), fc.array(tie('tree'), { maxLength: 3 }))
        .map(([name, children]) => `<${name}>${children.join('')}</${name}>`),
      tree: fc.oneof({ maxDepth: 5 }, tie('leaf'), tie('element')),
    }));
    const reference = (html: string): string =>
      html
        .replace(/<\/[a-z]+>/g, ')')
        .replace(/<([a-z]+)>/g, '$1(')
        .replace(/[一二三]/g, '"$&"')
        .replace(/\)(?=[a-z"])/g, ') ');
    fc.assert(
      fc.property(tree, (html) => shapeOf(html) === reference(html)),
      { numRuns: 200 },
    );
  });
});
