import { cells, summaryTable } from './summary-table.js';

describe('summaryTable', () => {
  it('adds up the sites and keeps the columns straight with Chinese names', () => {
    const table = summaryTable([
      { site: '清远市人民政府', seen: 60, new: 58, failed: 2, attachments: 7, seconds: 3.14 },
      { site: 'gov.cn', seen: 5, new: 5, failed: 0, attachments: 0, seconds: 1 },
    ]);
    const lines = table.split('\n');
    expect(lines.at(-1)?.trim().split(/\s+/)).toEqual(['total', '65', '63', '2', '7', '3.1']);
    expect(new Set(lines.map(cells)).size).toBe(1);
  });
});
