/** A moment as a page prints it, read in Asia/Shanghai. */
export interface ParsedDate {
  /** YYYY-MM-DD */
  date: string;
  /** Set when the text gives a time of day too. */
  time: Date | null;
}

const SHANGHAI_OFFSET_MS = 8 * 3_600_000;
const DAY_MS = 86_400_000;

interface Calendar {
  year: number;
  month: number;
  day: number;
}

const pad = (value: number): string => String(value).padStart(2, '0');

function shanghaiCalendar(moment: Date): Calendar {
  const shifted = new Date(moment.getTime() + SHANGHAI_OFFSET_MS);
  return { year: shifted.getUTCFullYear(), month: shifted.getUTCMonth() + 1, day: shifted.getUTCDate() };
}

/** YYYY-MM-DD of a moment in Asia/Shanghai. */
export function shanghaiDate(moment: Date): string {
  return isoDate(shanghaiCalendar(moment));
}

function isoDate({ year, month, day }: Calendar): string {
  return `${year}-${pad(month)}-${pad(day)}`;
}

/** The calendar day as YYYY-MM-DD, or null when there is no such day or it cannot be a publication date. */
export function validDate(year: number, month: number, day: number): string | null {
  if (year < 1900 || year > 2100 || month < 1 || month > 12 || day < 1 || day > 31) return null;
  const check = new Date(Date.UTC(year, month - 1, day));
  return check.getUTCMonth() === month - 1 ? isoDate({ year, month, day }) : null;
}

const TIME = String.raw`(?:[\sT日,，-]{0,4}(上午|下午|晚上|晚|中午|凌晨|早上)?\s{0,3}(\d{1,2})\s?[:：时点]\s?(\d{2})?(?:\s?[:：分]\s?(\d{2}))?(?:\.\d{1,9})?\s?(Z|[+-]\d{2}:?\d{2})?)?`;
const FULL = new RegExp(
  String.raw`(?<!\d)((?:19|20)\d{2})\s{0,3}(?:[-/.]|—{1,2}|年)\s{0,3}(\d{1,2})\s{0,3}(?:[-/.]|—{1,2}|月)\s{0,3}(\d{1,2})(?!\d)\s?日?号?${TIME}`,
);
const COMPACT =
  /(?<!\d)((?:19|20)\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?:([01]\d|2[0-3])([0-5]\d)([0-5]\d)?)?(?!\d)/;
const CHINESE =
  /([二一][〇○ＯO0零Оο一二三四五六七八九]{3})年([一二三四五六七八九十元正]{1,2})月([一二三四五六七八九十廿卅]{1,3})[日号]/;
const SHORT_YEAR = new RegExp(String.raw`(?<![\d.\-/])(\d{2})[-/.](\d{1,2})[-/.](\d{1,2})(?![\d.\-/])${TIME}`);
const MONTH_DAY = new RegExp(String.raw`(?<![\d.\-/年])(\d{1,2})(?:[-/]|月)(\d{1,2})(?![\d.\-/%])\s?日?${TIME}`);
const RELATIVE =
  /(\d{1,3}|半|一|两|二|三|四|五|六|七|八|九|十)\s?个?(秒钟?|分钟?|小时|钟头|天|日|周|星期|月|年)(?:之|以)?前/;
const NAMED_DAY = new RegExp(String.raw`(今天|今日|昨天|昨日|前天)${TIME}`);
/** Calendar leaves: the day large, year and month small, in either order, or the year behind. */
const DAY_FIRST = /^\D{0,3}(\d{1,2})\s?日?\s?[/|]?\s?((?:19|20)\d{2})\s?[-/.年]\s?(\d{1,2})\s?月?\D{0,3}$/;
const DAY_LAST = /^\D{0,3}((?:19|20)\d{2})\s?[-/.年]\s?(\d{1,2})\s?月?\s(\d{1,2})\s?日?\D{0,3}$/;
const YEAR_LAST = /^\D{0,3}(\d{1,2})\s?[-/.月]\s?(\d{1,2})\s?日?\s((?:19|20)\d{2})\s?年?\D{0,3}$/;
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const ENGLISH =
  /\b(?:(\d{1,2})(?:st|nd|rd|th)?\s+)?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s+(?:(\d{1,2})(?:st|nd|rd|th)?,?\s+)?((?:19|20)\d{2})\b/i;
const BARE_TIME = /^\s*(\d{1,2})[:：](\d{2})(?:[:：](\d{2}))?\s*$/;
const EPOCH = /^\s*(\d{10}|\d{13})\s*$/;

/**
 * Reads the first date in a text, in every form Chinese sites use: 2026-02-03, 2026/2/3, 2026.02.03, 20260203,
 * 2026年2月3日, 二〇二六年二月三日, 02-03, 昨天, 3小时前, with or without a time. A date without a year is the latest
 * such day that is not in the future.
 */
export function parseChineseDate(text: string, now: Date): ParsedDate | null {
  const normal = normalize(text);
  if (!normal) return null;
  return (
    fullDate(normal) ??
    compactDate(normal) ??
    chineseDate(normal) ??
    calendarLeaf(normal) ??
    englishDate(normal) ??
    relativeDate(normal, now) ??
    shortYearDate(normal) ??
    monthDay(normal, now) ??
    bareMoment(normal, now)
  );
}

/** Full-width digits and signs to ASCII, spaces to one kind; long texts are cut: a date stands near the start. */
function normalize(text: string): string {
  return text
    .slice(0, 2_000)
    .replace(/[０-９：／．－]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replace(/[\s\u200b\ufeff]+/g, ' ')
    .replace(/[‐‑‒–―﹣−]/g, '-')
    .trim();
}

function withTime(date: string, groups: readonly (string | undefined)[]): ParsedDate {
  const [half, hourText, minuteText, secondText, zone] = groups;
  if (hourText === undefined) return { date, time: null };
  let hour = Number(hourText);
  if (half && /下午|晚/.test(half) && hour < 12) hour += 12;
  const minute = Number(minuteText ?? 0);
  const second = Number(secondText ?? 0);
  if (hour > 23 || minute > 59 || second > 59) return { date, time: null };
  const local = Date.parse(`${date}T${pad(hour)}:${pad(minute)}:${pad(second)}Z`);
  if (zone === undefined) return { date, time: new Date(local - SHANGHAI_OFFSET_MS) };
  const time = new Date(local - zoneOffsetMs(zone));
  return { date: shanghaiDate(time), time };
}

function zoneOffsetMs(zone: string): number {
  if (zone === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

function fullDate(text: string): ParsedDate | null {
  const match = FULL.exec(text);
  if (!match) return null;
  const date = validDate(Number(match[1]), Number(match[2]), Number(match[3]));
  return date === null ? null : withTime(date, match.slice(4));
}

function compactDate(text: string): ParsedDate | null {
  const match = COMPACT.exec(text);
  if (!match) return null;
  const date = validDate(Number(match[1]), Number(match[2]), Number(match[3]));
  return date === null ? null : withTime(date, [undefined, match[4], match[5], match[6]]);
}

function dayOnly(year: string | undefined, month: number, day: string | undefined): ParsedDate | null {
  const date = validDate(Number(year), month, Number(day));
  return date === null ? null : { date, time: null };
}

function calendarLeaf(text: string): ParsedDate | null {
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst) return dayOnly(dayFirst[2], Number(dayFirst[3]), dayFirst[1]);
  const dayLast = DAY_LAST.exec(text);
  if (dayLast) return dayOnly(dayLast[1], Number(dayLast[2]), dayLast[3]);
  const yearLast = YEAR_LAST.exec(text);
  return yearLast ? dayOnly(yearLast[3], Number(yearLast[1]), yearLast[2]) : null;
}

function englishDate(text: string): ParsedDate | null {
  const match = ENGLISH.exec(text);
  const day = match?.[1] ?? match?.[3];
  return match && day ? dayOnly(match[4], MONTHS.indexOf((match[2] ?? '').toLowerCase()) + 1, day) : null;
}

const CHINESE_DIGITS = '〇一二三四五六七八九';

function chineseDigit(char: string): number {
  const digit = CHINESE_DIGITS.indexOf(char);
  if (digit >= 0) return digit;
  return char === '元' || char === '正' ? 1 : 0;
}

function chineseNumber(text: string): number {
  const tens = /^([一二三])?([十廿卅])([一二三四五六七八九])?$/.exec(text);
  if (!tens) return chineseDigit(text);
  const base = tens[2] === '廿' ? 2 : tens[2] === '卅' ? 3 : tens[1] ? chineseDigit(tens[1]) : 1;
  return base * 10 + (tens[3] ? chineseDigit(tens[3]) : 0);
}

function chineseDate(text: string): ParsedDate | null {
  const match = CHINESE.exec(text);
  if (!match) return null;
  const [, yearText = '', monthText = '', dayText = ''] = match;
  const year = Number([...yearText].map(chineseDigit).join(''));
  const date = validDate(year, chineseNumber(monthText), chineseNumber(dayText));
  return date === null ? null : { date, time: null };
}

const UNIT_MS: Record<string, number> = { 秒: 1_000, 分: 60_000, 小: 3_600_000, 钟: 3_600_000, 天: DAY_MS, 日: DAY_MS };

function relativeDate(text: string, now: Date): ParsedDate | null {
  if (/刚刚|刚才/.test(text)) return { date: shanghaiDate(now), time: now };
  const match = RELATIVE.exec(text);
  if (match) return agoDate(match[1] ?? '', match[2] ?? '', now);
  const named = NAMED_DAY.exec(text);
  if (!named) return null;
  const days = named[1] === '前天' ? 2 : named[1]?.startsWith('昨') ? 1 : 0;
  return withTime(shanghaiDate(new Date(now.getTime() - days * DAY_MS)), named.slice(2));
}

function agoDate(countText: string, unit: string, now: Date): ParsedDate {
  const count = /\d/.test(countText)
    ? Number(countText)
    : countText === '半'
      ? 0.5
      : countText === '两'
        ? 2
        : chineseNumber(countText);
  const key = unit.charAt(0);
  const exact = UNIT_MS[key];
  if (exact !== undefined) {
    const time = new Date(now.getTime() - count * exact);
    return { date: shanghaiDate(time), time: exact < DAY_MS ? time : null };
  }
  const { year, month, day } = shanghaiCalendar(now);
  if (key === '周' || key === '星')
    return { date: shanghaiDate(new Date(now.getTime() - count * 7 * DAY_MS)), time: null };
  const months = year * 12 + (month - 1) - Math.round(key === '年' ? count * 12 : count);
  const lastDay = new Date(Date.UTC(Math.floor(months / 12), (months % 12) + 1, 0)).getUTCDate();
  const date = isoDate({ year: Math.floor(months / 12), month: (months % 12) + 1, day: Math.min(day, lastDay) });
  return { date, time: null };
}

function shortYearDate(text: string): ParsedDate | null {
  const match = SHORT_YEAR.exec(text);
  if (!match) return null;
  const short = Number(match[1]);
  const date = validDate(short >= 90 ? 1900 + short : 2000 + short, Number(match[2]), Number(match[3]));
  return date === null ? null : withTime(date, match.slice(4));
}

function monthDay(text: string, now: Date): ParsedDate | null {
  const match = MONTH_DAY.exec(text);
  if (!match) return null;
  const today = shanghaiDate(now);
  const thisYear = shanghaiCalendar(now).year;
  for (const year of [thisYear, thisYear - 1, thisYear - 2, thisYear - 3, thisYear - 4]) {
    const date = validDate(year, Number(match[1]), Number(match[2]));
    if (date !== null && date <= today) return withTime(date, match.slice(3));
  }
  return null;
}

function bareMoment(text: string, now: Date): ParsedDate | null {
  const clock = BARE_TIME.exec(text);
  if (clock) return withTime(shanghaiDate(now), [undefined, ...clock.slice(1)]);
  const epoch = EPOCH.exec(text)?.[1];
  if (epoch === undefined) return null;
  const time = new Date(epoch.length === 13 ? Number(epoch) : Number(epoch) * 1_000);
  const date = shanghaiDate(time);
  return date >= '1990-01-01' && date <= '2100-01-01' ? { date, time } : null;
}
