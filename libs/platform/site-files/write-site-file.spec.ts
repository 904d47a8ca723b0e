import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseSiteFile } from './load-site-files.js';
import { SiteFolder, writeSiteFile } from './write-site-file.js';

const column = (column_id: string) => ({
  column_id,
  name: `栏目 ${column_id}`,
  list_url: `http://a.gov.cn/${column_id}/`,
});
const site = {
  site_id: 'a',
  site_name: '某市',
  base_url: 'http://a.gov.cn/',
  adapter: 'yaml',
  comment: '说明\n第二行',
};

describe('writeSiteFile', () => {
  it('makes a file that loads', () => {
    const text = writeSiteFile(null, { ...site, columns: [column('tzgg')] });
    expect(text).toMatch(/^# 说明 第二行\n/);
    const { site: loaded, problems } = parseSiteFile(text, 'a.yaml');
    expect([problems, loaded?.columns.map(({ column_id }) => column_id)]).toEqual([[], ['tzgg']]);
  });

  it('adds to a file what it lacks, and leaves the rest to the letter', () => {
    const existing = `# 手写\nsite_id: a # 编号\nsite_name: '某市'\nbase_url: http://a.gov.cn/\ncolumns:\n  # 第一栏\n  - column_id: tzgg\n    name: 通知公告\n    list_url: http://a.gov.cn/other/\n`;
    const text = writeSiteFile(existing, { ...site, columns: [column('tzgg'), column('zcwj')] });
    expect(text.startsWith(existing)).toBe(true);
    expect(parseSiteFile(text, 'a.yaml').site?.columns.map(({ name }) => name)).toEqual(['通知公告', '栏目 zcwj']);
    const without = writeSiteFile('site_id: a\nsite_name: b\nbase_url: http://a.gov.cn/\n', {
      ...site,
      columns: [column('x')],
    });
    expect(parseSiteFile(without, 'a.yaml').site?.columns).toHaveLength(1);
  });
});

describe('SiteFolder', () => {
  it('reads and writes files of its folder only', () => {
    const path = mkdtempSync(join(tmpdir(), 'govcrawler-sites-'));
    const folder = new SiteFolder(path);
    expect(folder.read('a')).toBeNull();
    expect(folder.write('a', 'site_id: a\n')).toBe(join(path, 'a.yaml'));
    expect(folder.read('a')).toBe('site_id: a\n');
    expect(folder.write('../../escape', 'x')).toBe(join(path, 'escape.yaml'));
    rmSync(path, { recursive: true });
    expect(folder.write('a', 'x')).toBeNull();
  });
});
