import { parseHtml } from '../dom/parse-html.js';
import { readLabels } from './label-table.js';

const labels = (html: string): Record<string, string> => Object.fromEntries(readLabels(parseHtml(html), []));

describe('readLabels', () => {
  it('reads label and value cells, padded labels and empty values', () => {
    const html = `<table><tr><td>索<span>&nbsp;&nbsp;</span>引<span>&nbsp;</span>号：</td><td>11441800/2026-00012</td>
        <td>分类：</td><td>财政\\其他</td></tr>
      <tr><td>发文字号：</td><td></td><td>来<span>&nbsp;&nbsp;</span>源：</td><td>某局网站</td></tr>
      <tr><th>成文日期</th><td>2026年02月03日</td><th>有效性</th><td>已废止</td></tr></table>`;
    expect(labels(html)).toEqual({
      indexNo: '11441800/2026-00012',
      openCategory: '财政\\其他',
      source: '某局网站',
      writtenDate: '2026年02月03日',
      validity: '已废止',
    });
  });

  it('reads label and value in one element', () => {
    const html = `<ul><li><span>发文机关：</span><span>某市人民政府</span></li><li><span>发文字号：</span><span></span></li>
      <li><span>成文日期：</span><span>2026-02-03</span></li></ul><p><b>主题词：</b>财政 预算</p>`;
    expect(labels(html)).toEqual({ publisher: '某市人民政府', writtenDate: '2026-02-03', topicWords: '财政 预算' });
  });

  it('takes a line of several facts apart', () => {
    expect(
      labels('<div>发布时间：2026-02-03 10:20　信息来源：某县教育局　文号：教字[2026]3号　点击数：12</div>'),
    ).toEqual({
      publishDate: '2026-02-03 10:20',
      source: '某县教育局',
      docNo: '教字[2026]3号',
    });
    expect(labels('<p>发布日期：2026年2月3日来源：本网</p>')).toEqual({ publishDate: '2026年2月3日', source: '本网' });
    expect(labels('<p>【索引号】000014349/2026-1 【发布机构】国务院办公厅</p>')).toEqual({
      indexNo: '000014349/2026-1',
      publisher: '国务院办公厅',
    });
  });

  it('reads definition lists and values behind the label', () => {
    expect(labels('<dl><dt>文号</dt><dd>国发〔2026〕5号</dd></dl><div><label>时效：</label>有效</div>')).toEqual({
      docNo: '国发〔2026〕5号',
      validity: '有效',
    });
  });

  it('does not take running text, headings of columns or the body for facts', () => {
    expect(labels('<p>加强来源地管理和分类指导</p>')).toEqual({});
    expect(labels('<table><tr><th>文号</th><th>标题</th><th>发布日期</th></tr></table>')).toEqual({});
    const page = parseHtml('<div>文号：甲〔2026〕1号</div><div id="b"><p>文号：乙〔2020〕9号</p></div>');
    const body = page.elements.find(({ attributes }) => attributes.includes('b'));
    expect(Object.fromEntries(readLabels(page, body ? [body] : []))).toEqual({ docNo: '甲〔2026〕1号' });
  });
});
