import cronstrue from 'cronstrue';
import 'cronstrue/locales/zh_CN.js';

/** 每天 03:17; 09:00，星期一至星期五. Null for what is not a cron expression, such as "adaptive". */
export function cronWords(cron: string | null): string | null {
  if (cron === null) return null;
  try {
    const words = cronstrue.toString(cron, { locale: 'zh_CN', use24HourTimeFormat: true });
    const everyDay = cron
      .trim()
      .split(/\s+/)
      .slice(2)
      .every((field) => field === '*');
    return words.replace(/^在\s*(?=\d)/, everyDay ? '每天 ' : '').replaceAll(', ', '，');
  } catch {
    return null;
  }
}
