import fc from 'fast-check';
import { csvLine } from './csv-line.js';

/** Reads one line back, as RFC 4180 says. */
function parse(line: string): string[] {
  const cells: string[] = [];
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n$)/gy;
  for (let match = pattern.exec(line); match; match = pattern.exec(line)) {
    cells.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'));
    if (match[3] !== ',') break;
  }
  return cells;
}

describe('a line of CSV', () => {
  it('comes back as it was, whatever is in it', () => {
    const harmless = fc.string({ unit: 'binary' }).filter((text) => !/^[=+\-@\t\r]/.test(text));
    fc.assert(
      fc.property(fc.array(harmless, { minLength: 1, maxLength: 5 }), (cells) =>
        expect(parse(csvLine(cells))).toEqual(cells),
      ),
    );
  });

  it.each(['=1+1', '+86', '-2', '@SUM(A1)', '\tx', '\r=1'])('never lets a spreadsheet run %j', (text) => {
    expect(parse(csvLine([text]))).toEqual([`'${text}`]);
  });

  it('leaves numbers numbers and nothing nothing', () => {
    expect(csvLine([-1, null, true])).toBe('-1,,true\r\n');
  });
});
