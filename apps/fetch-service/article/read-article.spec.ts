import { type FetchedPage } from '@govcrawler/contracts';
import { readArticle } from './read-article.js';

const TEXT = '各有关单位要高度重视，认真组织实施，确保各项要求落实到位，并于月底前报送情况。'.repeat(4);
const page = (html: string, headers: Record<string, string> = { 'content-type': 'text/html; charset=utf-8' }) =>
  ({
    ok: true,
    finalUrl: 'http://www.a.gov.cn/tzgg/1.html',
    headers,
    body: Buffer.from(html),
    charsetHint: 'utf-8',
    durationMs: 42,
  }) as unknown as FetchedPage;
const html = (head: string, body = '') =>
  `<html><head><title>关于开展检查的通知_某市</title>${head}</head><body><h1>关于开展检查的通知</h1>
   <p>发布时间：2026-03-05 来源：市发展改革局</p><div id="zoom"><p>${TEXT}</p>${body}</div></body></html>`;

describe('readArticle', () => {
  const now = new Date('2026-04-01T00:00:00Z');

  it('gives title, text, safe HTML, date and the time it took', () => {
    const article = readArticle(page(html('', '<script>alert(1)</script>')), now);
    expect(article).toMatchObject({
      title: '关于开展检查的通知',
      textContent: expect.stringContaining('认真组织实施'),
      content: expect.stringContaining('<p>'),
      author: '市发展改革局',
      imageUrl: null,
      publishedAt: expect.any(Date),
      fetchDuration: 42,
    });
    expect(article?.content).not.toContain('script');
  });

  it('takes the first picture of the text, else the one the page names; both absolute', () => {
    const named = '<meta property="og:image" content="/share.png">';
    expect(readArticle(page(html(named)), now)?.imageUrl).toBe('http://www.a.gov.cn/share.png');
    const shown = html(named, `<p><img src="./W020260305.jpg?a=1&amp;b=2"></p><p>${TEXT}</p>`);
    expect(readArticle(page(shown), now)?.imageUrl).toBe('http://www.a.gov.cn/tzgg/W020260305.jpg?a=1&b=2');
  });

  it('prefers the author that the page names', () => {
    expect(readArticle(page(html("<META content='王某' NAME=author>")), now)?.author).toBe('王某');
  });

  it('reads nothing into a file', () => {
    expect(readArticle(page('%PDF-1.7', { 'content-type': 'application/pdf' }), now)).toBeNull();
  });
});
