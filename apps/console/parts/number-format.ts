const GROUPED = new Intl.NumberFormat('zh-CN');

/** 12,345 */
export function count(value: number): string {
  return GROUPED.format(value);
}

/** 99.3%; all but everything is not rounded up to everything. */
export function percent(part: number, whole: number): string {
  const share = (part / whole) * 100;
  return `${(part < whole ? Math.min(share, 99.9) : share).toFixed(1)}%`;
}

/** 1.2 MB */
export function fileSize(bytes: number | null): string {
  if (bytes === null) return '—';
  if (bytes < 1024) return `${bytes} B`;
  const units = ['KB', 'MB', 'GB'];
  let value = bytes / 1024;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}
