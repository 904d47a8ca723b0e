import { htmlToText } from './html-to-text.js';

describe('htmlToText', () => {
  it('gives each block a line and drops scripts, styles and blank lines', () => {
    const html = `<div><h1>标题</h1><script>x()</script><style>p{}</style>
      <p>第一段，<b>重点</b>。</p><p>&nbsp;</p><p></p><div>第二段<br>换行</div>尾</div><!-- 注 -->`;
    expect(htmlToText(html)).toBe('标题\n第一段，重点。\n第二段\n换行\n尾');
  });

  it('turns written spaces into spaces, keeps raw no-break spaces, trims indents', () => {
    expect(htmlToText('<p>&emsp;&emsp;甲&nbsp;&nbsp;乙 \u00a0丙</p><p>　　丁　</p>')).toBe('甲 乙 \u00a0丙\n丁');
  });

  it('keeps cells and rows of a table apart', () => {
    const html = `<table><tr><th>姓名</th><th>单位</th></tr>
      <tr><td><p>张三</p></td><td>某局<br>办公室</td></tr><tr><td></td><td>合计</td></tr></table>`;
    expect(htmlToText(html)).toBe('姓名\t单位\n张三\t某局 办公室\n\t合计');
  });

  it('reads a table that only lays out the page as blocks', () => {
    const html = `<table><tr><td>${'<p>左栏一段话。</p>'.repeat(8)}</td><td><table><tr><td>甲</td><td>乙</td></tr></table></td></tr></table>`;
    expect(htmlToText(html).split('\n')).toEqual([...Array<string>(8).fill('左栏一段话。'), '甲\t乙']);
  });

  it('keeps the lines of preformatted text', () => {
    expect(htmlToText('<pre>  a\n\n   b  \n</pre>')).toBe('  a\n   b');
  });

  it.each(['', ' ', '<', '<p>', '</p>', '<!--', '<script>'])('gives nothing for %j', (html) => {
    expect(htmlToText(html).replace('<', '')).toBe('');
  });
});
