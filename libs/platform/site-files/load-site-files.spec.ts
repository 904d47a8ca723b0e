import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSiteFiles, parseSiteFile } from './load-site-files.js';

const GOOD = `# 清远市
site_id: gdqy
site_name: 清远市人民政府
base_url: https://www.gdqy.gov.cn
columns:
  - column_id: tzgg
    name: 通知公告
    list_url: https://www.gdqy.gov.cn/tzgg/
    list_selector: { row: "ul > li", href: "a::attr(href)", title: "a::text" }
    pagination: { type: path_pattern, pattern: "index_{page}.html", max_pages: 30 }
  - column_id: zcwj
    name: 政策文件
    list_url: https://www.gdqy.gov.cn/zcwj/
    alias_of: tzgg
`;

describe('parseSiteFile', () => {
  it('fills defaults', () => {
    const { site, problems } = parseSiteFile(GOOD, 'gdqy.yaml');
    expect(problems).toEqual([]);
    expect(site).toMatchObject({ adapter: 'yaml', enabled: true, respect_robots: true, robots_on_error: 'allow' });
    expect(site?.columns[0]?.pagination).toMatchObject({ start: 2, max_pages: 30 });
  });

  it('names file, line and key of an unknown key and of a wrong value', () => {
    const { problems } = parseSiteFile(
      GOOD.replace('name: 通知公告', 'name: 通知公告\n    titel: x\n    enabled: maybe'),
      'a.yaml',
    );
    expect(problems).toEqual([
      expect.stringMatching(/^a\.yaml:9: columns\.0\.enabled: /),
      expect.stringMatching(/^a\.yaml:8: columns\.0\.titel: unknown key$/),
    ]);
  });

  it('names the line of a syntax error', () => {
    expect(parseSiteFile('site_id: [unclosed\nname: x', 'a.yaml').problems[0]).toMatch(/^a\.yaml:\d+: /);
  });

  it.each([
    ['alias_of: nowhere', 'no column "nowhere"'],
    ['alias_of: tzgg\n    detail: { title: h1 }', 'excludes list_selector'],
  ])('refuses %j', (alias, message) => {
    expect(parseSiteFile(GOOD.replace('alias_of: tzgg', alias), 'a.yaml').problems.join()).toContain(message);
  });

  it('reports what a further check finds, with its line', () => {
    const check = () => [{ path: ['columns', 0, 'list_selector', 'row'], message: 'bad selector at 3' }];
    expect(parseSiteFile(GOOD, 'a.yaml', [check]).problems).toEqual([
      'a.yaml:9: columns.0.list_selector.row: bad selector at 3',
    ]);
  });
});

describe('loadSiteFiles', () => {
  it('collects the problems of all files and passes over files that start with _', () => {
    const folder = mkdtempSync(join(tmpdir(), 'govcrawler-sites-'));
    writeFileSync(join(folder, 'a.yaml'), GOOD);
    writeFileSync(join(folder, 'b.yaml'), GOOD);
    writeFileSync(join(folder, 'c.yaml'), 'site_id: UPPER\n');
    writeFileSync(join(folder, '_defaults.yaml'), 'not: a site');
    expect(() => loadSiteFiles(folder)).toThrow(/c\.yaml:1: site_id[\s\S]*b\.yaml: site_id "gdqy" is already used by/);
    rmSync(folder, { recursive: true });
  });

  it('says which folder cannot be read', () => {
    expect(() => loadSiteFiles('/nowhere/sites')).toThrow('/nowhere/sites');
  });
});
