import { readGkmlptConfig } from './gkmlpt-config.js';

const tree = [
  {
    id: 1,
    name: '法定主动公开内容',
    children: [
      { id: 5, name: '文件 } "[现行]"', parent: 1, post_count: 203, children: [], jump_url: '' },
      { id: 6, name: '年报', parent: 1, children: [], jump_url: 'http://www.example.gov.cn/nb/' },
      { id: 7, name: '部门', children: [{ id: 8, name: '财政局', post_count: '12' }] },
    ],
  },
];

describe('readGkmlptConfig', () => {
  it('reads SID and the columns that list documents', () => {
    const html = `<script>window._CONFIG = { SITE_NAME: 'x', SID: '755041', TREE: ${JSON.stringify(tree)}, A: {} };</script>`;
    expect(readGkmlptConfig(html)).toEqual({
      sid: '755041',
      columns: [
        { id: 5, name: '文件 } "[现行]"', path: ['法定主动公开内容', '文件 } "[现行]"'], postCount: 203 },
        { id: 8, name: '财政局', path: ['法定主动公开内容', '部门', '财政局'], postCount: 12 },
      ],
      detail: null,
    });
  });

  it('reads the document of a detail page', () => {
    const html = String.raw`<script>window._CONFIG.DETAIL = {"id":1,"content":"\u003Cp\u003E“甲” {乙}\u003C/p\u003E"};</script>`;
    expect(readGkmlptConfig(html).detail).toEqual({ id: 1, content: '<p>“甲” {乙}</p>' });
  });

  it('takes the body alone where DETAIL is a script literal', () => {
    const html = String.raw`<script>var _CONFIG = { DETAIL: { id: 1, 'title': 'x', "content": "\u003Cp\u003E甲\"乙\"\u003C/p\u003E" } };</script>`;
    expect(readGkmlptConfig(html).detail).toEqual({ content: '<p>甲"乙"</p>' });
  });

  it.each(['', '<html>请稍候</html>', 'SID: TREE: [', '_CONFIG.DETAIL = {"content":"', 'TREE: {"a":'])(
    'finds nothing in %p and does not throw',
    (html) => expect(readGkmlptConfig(html)).toMatchObject({ columns: [], detail: null }),
  );
});
