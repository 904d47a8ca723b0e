const MINUTES = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'short',
});
const SECONDS = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** 2025-11-18 09:30, in Beijing time wherever the reader sits. */
export function beijingMinutes(iso: string | null): string {
  return iso === null ? '—' : MINUTES.format(new Date(iso));
}

export function beijingSeconds(iso: string | null): string {
  return iso === null ? '—' : SECONDS.format(new Date(iso));
}

/** 刚刚, 5 分钟前, 3 小时前, 2 天前; older ones as a date. */
export function timeAgo(iso: string | null, now: Date): string {
  if (iso === null) return '—';
  const seconds = Math.floor((now.getTime() - new Date(iso).getTime()) / 1000);
  if (seconds < 60) return '刚刚';
  if (seconds < 3600) return `${Math.floor(seconds / 60)} 分钟前`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} 小时前`;
  if (seconds < 7 * 86_400) return `${Math.floor(seconds / 86_400)} 天前`;
  return MINUTES.format(new Date(iso)).slice(0, 10);
}

/** 8 秒, 2 分 05 秒, 1 小时 20 分. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} 秒`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} 分 ${String(seconds % 60).padStart(2, '0')} 秒`;
  return `${Math.floor(seconds / 3600)} 小时 ${Math.floor((seconds % 3600) / 60)} 分`;
}
