export interface SiteResult {
  site: string;
  seen: number;
  new: number;
  failed: number;
  attachments: number;
  seconds: number;
}

const COLUMNS = ['site', 'seen', 'new', 'failed', 'attachments', 'seconds'] as const;

/** The result of a crawl as a table for the terminal; Chinese characters take two cells. */
export function summaryTable(results: readonly SiteResult[]): string {
  const total = results.reduce(
    (sum, row) => ({
      site: 'total',
      seen: sum.seen + row.seen,
      new: sum.new + row.new,
      failed: sum.failed + row.failed,
      attachments: sum.attachments + row.attachments,
      seconds: Math.max(sum.seconds, row.seconds),
    }),
    { site: 'total', seen: 0, new: 0, failed: 0, attachments: 0, seconds: 0 },
  );
  const rows = [...results, total].map((row) =>
    COLUMNS.map((column) => (column === 'seconds' ? row.seconds.toFixed(1) : String(row[column]))),
  );
  const widths = COLUMNS.map((name, index) =>
    Math.max(...[[...COLUMNS], ...rows].map((row) => cells(row[index] ?? name))),
  );
  const line = (row: readonly string[]) =>
    row.map((cell, index) => pad(cell, widths[index] ?? 0, index === 0 ? 'left' : 'right')).join('  ');
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  return [line(COLUMNS), rule, ...rows.slice(0, -1).map(line), rule, line(rows.at(-1) ?? [])].join('\n');
}

function pad(text: string, width: number, side: 'left' | 'right'): string {
  const space = ' '.repeat(Math.max(0, width - cells(text)));
  return side === 'left' ? text + space : space + text;
}

/** Width of a text in terminal cells. */
export function cells(text: string): number {
  return [...text].reduce((width, char) => width + (/[\u2e80-\u9fff\uf900-\ufaff\uff00-\uff60]/.test(char) ? 2 : 1), 0);
}
