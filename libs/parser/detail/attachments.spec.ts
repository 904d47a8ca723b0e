import { findAttachments, isFileUrl } from './attachments.js';

const PAGE = 'https://www.a.gov.cn/zwgk/202602/t20260203_1.html';

describe('findAttachments', () => {
  it('finds files by extension, query, service and mark, absolute and once each', () => {
    const html = `
      <p>附件：<a href="./P020260203402979611996.pdf">1.实施方案</a></p>
      <a href="/attachment/0/1/2/345.docx">2.申报表.docx</a>
      <a href="/module/download/downfile.jsp?classid=0&amp;filename=ab12.xls">3.汇总表</a>
      <a href="/hdjlpt/yjzj/api/attachments/view/0a1b2c">4.意见表</a>
      <a href="files/x" appendix="true">5.清单</a>
      <a href="/down.asp?id=7&amp;f=xlsx">6.名单</a>
      <a href="/open?id=9">7.承诺书.doc</a>
      <a href="./P020260203402979611996.pdf">再次下载</a>`;
    expect(findAttachments(html, PAGE)).toEqual([
      { url: 'https://www.a.gov.cn/zwgk/202602/P020260203402979611996.pdf', name: '1.实施方案' },
      { url: 'https://www.a.gov.cn/attachment/0/1/2/345.docx', name: '2.申报表.docx' },
      { url: 'https://www.a.gov.cn/module/download/downfile.jsp?classid=0&filename=ab12.xls', name: '3.汇总表' },
      { url: 'https://www.a.gov.cn/hdjlpt/yjzj/api/attachments/view/0a1b2c', name: '4.意见表' },
      { url: 'https://www.a.gov.cn/zwgk/202602/files/x', name: '5.清单' },
      { url: 'https://www.a.gov.cn/down.asp?id=7&f=xlsx', name: '6.名单' },
      { url: 'https://www.a.gov.cn/open?id=9', name: '7.承诺书.doc' },
    ]);
  });

  it('takes the name from alt, title or download where the link only says 点击下载', () => {
    expect(
      findAttachments('<a class="nfw-cms-attachment" href="/a.pdf" alt="申报指南.pdf">点击下载</a>', PAGE)[0]?.name,
    ).toBe('申报指南.pdf');
    expect(findAttachments('<a href="/a.pdf" download="指南.pdf">下载</a>', PAGE)[0]?.name).toBe('指南.pdf');
    expect(findAttachments('<a href="/a.pdf"></a>', PAGE)[0]?.name).toBeNull();
  });

  it('takes what the selector names, pages included', () => {
    const html = '<div class="fj"><a href="/view/1">清单</a></div><a href="/view/2">无关</a>';
    expect(findAttachments(html, PAGE, '.fj a')).toEqual([{ url: 'https://www.a.gov.cn/view/1', name: '清单' }]);
    expect(findAttachments(html, PAGE, '.fj')).toEqual([{ url: 'https://www.a.gov.cn/view/1', name: '清单' }]);
  });

  it('leaves pages, scripts, mail and enlarged images alone', () => {
    const html = `<a href="/a.html">网页</a><a href="javascript:down('x.pdf')">x</a><a href="mailto:a@b.cn">y</a>
      <a href="/big.jpg"><img src="/small.jpg"></a><a href="">空</a>`;
    expect(findAttachments(html, PAGE)).toEqual([]);
    expect(findAttachments('<a href="/big.jpg">公示照片</a>', PAGE)).toHaveLength(1);
  });

  it('resolves nothing against a broken address', () => {
    expect(findAttachments('<a href="a.pdf">x</a>', 'not a url')).toEqual([]);
    expect(findAttachments('<a href="http://b.cn/a.pdf">x</a>', '')).toHaveLength(1);
  });
});

describe('isFileUrl', () => {
  it.each([
    ['https://a.cn/a.PDF', true],
    ['https://a.cn/a.pdf?x=1#y', true],
    ['https://a.pdf/index.html', false],
    ['https://a.cn/pdf/', false],
    ['https://a.cn/a.html?ref=b.html', false],
  ])('%s: %s', (url, expected) => {
    expect(isFileUrl(url)).toBe(expected);
  });
});
