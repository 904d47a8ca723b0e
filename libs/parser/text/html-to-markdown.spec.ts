import { htmlToMarkdown } from './html-to-markdown.js';

const BASE = 'https://www.a.gov.cn/zwgk/x.html';
const markdown = (html: string): string => htmlToMarkdown(html, BASE);

describe('htmlToMarkdown', () => {
  it('writes headings, paragraphs and marks', () => {
    expect(
      markdown('<h2><strong>一、总体要求</strong></h2><p>　　坚持<b>稳中</b>求<i>进</i>。<br>第二行</p><hr>尾'),
    ).toBe('## 一、总体要求\n\n坚持**稳中**求*进*。\n第二行\n\n---\n\n尾');
  });

  it('makes links and images absolute and drops links that lead nowhere', () => {
    expect(
      markdown('<p><a href="./a(1).pdf">附件 1</a> <a href="javascript:x()">打印</a></p><img src="/p.jpg" alt="图">'),
    ).toBe('[附件 1](https://www.a.gov.cn/zwgk/a%281%29.pdf) 打印\n\n![图](https://www.a.gov.cn/p.jpg)');
  });

  it('writes nested lists', () => {
    expect(markdown('<ul><li>甲<ul><li>乙</li></ul></li><li><p>丙</p></li></ul><ol><li>一</li><li>二</li></ol>')).toBe(
      '- 甲\n  - 乙\n- 丙\n\n1. 一\n2. 二',
    );
  });

  it('writes data tables, with merged cells left empty and pipes escaped', () => {
    const html = `<table><tr><td colspan="2">名单|表</td></tr><tr><td>张三</td><td><p>某局</p></td></tr></table>`;
    expect(markdown(html)).toBe('| 名单\\|表 |  |\n| --- | --- |\n| 张三 | 某局 |');
  });

  it('reads layout tables as text, quotes and code as such', () => {
    expect(markdown('<table><tr><td><p>一</p><p>二</p></td></tr></table>')).toBe('一\n\n二');
    expect(markdown('<blockquote><p>甲</p><p>乙</p></blockquote>')).toBe('> 甲\n>\n> 乙');
    expect(markdown('<pre>a\n  b</pre>')).toBe('```\na\n  b\n```');
  });

  it('escapes what would be markup', () => {
    expect(markdown('<p># 甲</p><p>- 乙</p>')).toBe('\\# 甲\n\n\\- 乙');
    expect(markdown('<p>*a* _b_ [c] `d` &lt;script&gt;</p>')).toBe('\\*a\\* \\_b\\_ \\[c\\] \\`d\\` \\<script>');
  });
});
