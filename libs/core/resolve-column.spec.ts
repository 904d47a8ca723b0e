import { siteFileSchema, type SiteFile } from '@govcrawler/contracts';
import { ConfigError } from './errors.js';
import { resolveColumn } from './resolve-column.js';

const row = (name: string) => ({ row: name, href: 'a::attr(href)', title: 'a::text' });

function site(columns: object[], rest: object = {}): SiteFile {
  return siteFileSchema.parse({
    site_id: 'demo',
    site_name: '示例',
    base_url: 'https://www.example.gov.cn/',
    default_column: {
      list_selector: { ...row('ul.common > li'), date: 'span::text' },
      pagination: { type: 'path_pattern', pattern: 'index_{page}.html', start: 1, max_pages: 30 },
      detail: { title: 'h1::text', content: 'div.TRS_Editor' },
    },
    columns: columns.map((column, index) => ({
      column_id: `c${index}`,
      name: '栏目',
      list_url: `https://www.example.gov.cn/c${index}/`,
      ...column,
    })),
    ...rest,
  });
}

describe('resolveColumn', () => {
  it('fills what a column leaves out from default_column, detail selectors one by one', () => {
    const resolved = resolveColumn(site([{ detail: { content: '#zoom' } }]), 'c0', null);
    expect(resolved.listSelectors).toEqual({ ...row('ul.common > li'), date: 'span::text' });
    expect(resolved.pagination).toMatchObject({ type: 'path_pattern', start: 1 });
    expect(resolved.detail).toEqual({ title: 'h1::text', content: '#zoom' });
  });

  it('replaces list_selector and pagination as a whole: a date selector for other rows does not fit', () => {
    const resolved = resolveColumn(site([{ list_selector: row('tr'), pagination: { type: 'none' } }]), 'c0', null);
    expect(resolved.listSelectors).toEqual(row('tr'));
    expect(resolved.pagination).toEqual({ type: 'none' });
  });

  it('reads a column that the file does not list by default_column', () => {
    expect(resolveColumn(site([]), 'new_column', null).listSelectors?.row).toBe('ul.common > li');
  });

  it('takes selectors and pagination of an alias from the other column, but not its parameters', () => {
    const original = {
      column_id: 'main',
      list_selector: row('div.item'),
      pagination: { type: 'page_param', max_pages: 3 },
      detail: { source: 'i::text' },
      params: { column_id: 5 },
    };
    const resolved = resolveColumn(site([original, { column_id: 'sub', alias_of: 'main' }]), 'sub', null);
    expect(resolved.listSelectors?.row).toBe('div.item');
    expect(resolved.pagination).toEqual({ type: 'page_param', param: 'page', start: 2, max_pages: 3 });
    expect(resolved.detail).toEqual({ title: 'h1::text', content: 'div.TRS_Editor', source: 'i::text' });
    expect(resolved.params).toEqual({});
  });

  it('overlays parameters: site, then column, then override', () => {
    const file = site([{ params: { column_id: 7, page_size: 50 } }], { adapter_params: { page_size: 20, sid: '2' } });
    expect(resolveColumn(file, 'c0', { params: { sid: '3' } }).params).toEqual({
      page_size: 50,
      sid: '3',
      column_id: 7,
    });
  });

  it('lets an operator override single selectors', () => {
    const override = { list_selector: { row: 'li.new' }, detail: { title: 'h2::text' } };
    const resolved = resolveColumn(site([{}]), 'c0', override);
    expect(resolved.listSelectors).toEqual({ ...row('li.new'), date: 'span::text' });
    expect(resolved.detail).toEqual({ title: 'h2::text', content: 'div.TRS_Editor' });
  });

  it('has no list selectors where nobody gives a whole set', () => {
    const bare = site([{}], { default_column: undefined });
    expect(resolveColumn(bare, 'c0', { list_selector: { row: 'li' } })).toEqual({
      listSelectors: null,
      pagination: { type: 'none' },
      detail: {},
      params: {},
    });
  });

  it('refuses an alias of a column that is not there', () => {
    expect(() => resolveColumn(site([{ alias_of: 'gone' }]), 'c0', null)).toThrow(ConfigError);
    expect(() => resolveColumn(site([{ alias_of: 'gone' }]), 'c0', null)).toThrow('"gone"');
  });
});
