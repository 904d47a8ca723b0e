import { readdirSync, readFileSync } from 'node:fs';
import { ALL_MIGRATIONS } from './all-migrations.js';

const timestampOf = (name: string): number => Number(/(\d{13})$/.exec(name)?.[1]);

describe('migrations', () => {
  it('carry a timestamp in their class name, each its own, in ascending order', () => {
    const stamps = ALL_MIGRATIONS.map(({ name }) => timestampOf(name));
    expect(stamps.every((stamp) => stamp > 0)).toBe(true);
    expect(new Set(stamps).size).toBe(stamps.length);
    expect([...stamps].sort((a, b) => a - b)).toEqual(stamps);
  });

  it('are all listed, under the name that the database remembers', () => {
    const files = readdirSync(import.meta.dirname).filter((file) => /^\d{13}-.+(?<!spec)\.ts$/.test(file));
    expect(files.map((file) => Number(file.slice(0, 13))).sort()).toEqual(
      ALL_MIGRATIONS.map(({ name }) => timestampOf(name)),
    );
    for (const migration of ALL_MIGRATIONS) expect(new migration().name).toBe(migration.name);
  });

  it('say why, and can be taken back', () => {
    for (const migration of ALL_MIGRATIONS) {
      const file = readdirSync(import.meta.dirname).find((name) => name.startsWith(`${timestampOf(migration.name)}-`));
      expect(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')).toMatch(/\/\*\*[\s\S]+?\*\/\nexport class/);
      expect(typeof migration.prototype.down).toBe('function');
    }
  });
});
