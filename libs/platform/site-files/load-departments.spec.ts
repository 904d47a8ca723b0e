import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadDepartments } from './load-departments.js';

describe('loadDepartments', () => {
  it('reads the departments of Qingyuan and its 8 counties, each full name once', () => {
    const departments = loadDepartments('config/departments.yaml');
    const names = departments.map(({ fullName }) => fullName);
    expect(new Set(names).size).toBe(names.length);
    expect(departments).toContainEqual(expect.objectContaining({ fullName: '清远市财政局', shortName: '财政局' }));
    for (const county of ['清城', '清新', '英德', '连州', '阳山', '连南', '连山', '佛冈']) {
      expect(names.some((name) => name.includes(county))).toBe(true);
    }
  });

  it('names the file and the key that is wrong', () => {
    const folder = mkdtempSync(join(tmpdir(), 'govcrawler-departments-'));
    const path = join(folder, 'departments.yaml');
    writeFileSync(path, 'departments:\n  - { full_name: 甲, short_name: 甲, region: 乙 }\n');
    expect(() => loadDepartments(path)).toThrow(/departments\.yaml are wrong:[\s\S]*category/);
    expect(() => loadDepartments(join(folder, 'missing.yaml'))).toThrow('missing.yaml');
    rmSync(folder, { recursive: true });
  });
});
