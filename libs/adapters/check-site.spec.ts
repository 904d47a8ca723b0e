import { siteFileSchema } from '@govcrawler/contracts';
import { z } from 'zod';
import { adapterById, adapterIds } from './adapter-registry.js';
import { checkSite } from './check-site.js';

const check = (file: object) =>
  checkSite(
    siteFileSchema.parse({ site_id: 'demo', site_name: '示例', base_url: 'http://www.example.gov.cn/', ...file }),
  );
const column = (over: object) => ({ column_id: 'a', name: '栏目', list_url: 'http://www.example.gov.cn/a/', ...over });

describe('checkSite', () => {
  it('names key and character of every wrong selector', () => {
    const problems = check({
      default_column: { detail: { content: 'div.a, div:::b' } },
      columns: [column({ list_selector: { row: 'ul > li', href: 'a::href', title: 'a::text' } })],
    });
    expect(problems.map(({ path }) => path.join('.'))).toEqual([
      'default_column.detail.content',
      'columns.0.list_selector.href',
    ]);
    expect(problems.every(({ message }) => /\(character \d+\)$/.test(message))).toBe(true);
    expect(problems[1]?.message).toContain('(character 2)');
  });

  it('refuses an adapter that does not exist, and still checks the selectors', () => {
    const problems = check({ adapter: 'gkml', default_column: { detail: { title: ',' } } });
    expect(problems[0]).toEqual({ path: ['adapter'], message: `"gkml" is none of ${adapterIds.join(', ')}` });
    expect(problems).toHaveLength(2);
  });

  it('puts a wrong parameter where it stands, and one mistake of the site only once', () => {
    const problems = check({
      adapter: 'gkmlpt',
      adapter_params: { dialect: 'new', sidd: '2' },
      columns: [column({ params: { column_id: -1 } }), column({ column_id: 'b' })],
    });
    expect(problems.map(({ path }) => path.join('.')).sort()).toEqual([
      'adapter_params.dialect',
      'adapter_params.sidd',
      'columns.0.params.column_id',
    ]);
  });

  it('checks adapter_params of a site without columns', () => {
    expect(check({ adapter: 'rss', adapter_params: { full_text: 'maybe' } })).toHaveLength(1);
  });

  it('refuses more pages than the site allows', () => {
    const pagination = { type: 'page_param', max_pages: 80 };
    const problems = check({ adapter_params: { hard_max_pages: 50 }, columns: [column({ pagination })] });
    expect(problems).toEqual([
      { path: ['columns', 0, 'pagination', 'max_pages'], message: '80 is over hard_max_pages (50)' },
    ]);
  });
});

describe('adapterById', () => {
  it('knows the adapters of the documents', () => {
    for (const id of ['yaml', 'gkmlpt', 'gov_cn_policy', 'rss', 'xinhua']) expect(adapterById(id).id).toBe(id);
  });

  it('describes its parameters so that a form can be made of them', () => {
    for (const id of adapterIds) {
      const { properties } = z.toJSONSchema(adapterById(id).paramsSchema, { io: 'input' });
      const described = Object.values(properties ?? {}).map(
        (property) => typeof property === 'object' && property.description,
      );
      expect({ id, described: described.every(Boolean) }).toEqual({ id, described: true });
    }
  });

  it('names the known ones for a wrong id', () => {
    expect(() => adapterById('trs')).toThrow(`Unknown adapter "trs": known are ${adapterIds.join(', ')}`);
  });
});
