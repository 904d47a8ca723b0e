import { readFullText } from './full-text.js';

const PARAGRAPH = '各有关单位要高度重视，认真组织实施，确保各项要求落实到位，并于月底前将有关情况书面报送。'.repeat(5);
const page = (inside: string) => `<html><head><title>关于做好防汛工作的通知</title></head><body>
  <div class="nav"><a href="/">首页</a><a href="/news">新闻</a></div>
  <div id="content"><p>${PARAGRAPH}</p>${inside}<p>${PARAGRAPH}</p></div><div class="footer">版权所有 联系我们</div></body></html>`;

describe('readFullText', () => {
  const url = 'http://news.example.test/2026/11/a.html';

  it('finds the body and leaves menus out', () => {
    const html = readFullText(page(''), url)!;
    expect(html).toContain('认真组织实施');
    expect(html).not.toContain('首页');
  });

  it('makes addresses absolute by the page that answered', () => {
    const html = readFullText(page('<p><img src="../img/1.png"><a href="/file/2.pdf">附件</a></p>'), url)!;
    expect(html).toContain('src="http://news.example.test/2026/img/1.png"');
    expect(html).toContain('href="http://news.example.test/file/2.pdf"');
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src="x" onerror="alert(1)">',
    '<a href="javascript:alert(1)">点这里查看更多内容</a>',
    '<iframe src="http://evil.test/"></iframe>',
    '<svg><script>alert(1)</script></svg>',
    '<p style="background:url(javascript:alert(1))" onclick="alert(1)">段落</p>',
    '<form action="http://evil.test/"><input name="password"></form>',
    '<math><mtext><img src=x onerror=alert(1)></mtext></math>',
  ])('lets no active content through: %s', (hostile) => {
    const html = readFullText(page(hostile), url)!;
    expect(html).toContain('认真组织实施');
    expect(html).not.toMatch(/<script|<iframe|<svg|<math|<form|<input|onerror|onclick|javascript:|style=/i);
  });

  it.each(['', '<html></html>', '<p> </p>', '<div><div><div>', '\u0000'])('has nothing for %j', (html) => {
    expect(readFullText(html, url)).toBeNull();
  });
});
