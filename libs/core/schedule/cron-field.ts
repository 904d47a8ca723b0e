/** The five fields of a cron expression, in the order in which they are written. */
export const CRON_FIELDS = ['minute', 'hour', 'day of month', 'month', 'day of week'] as const;
export type CronFieldName = (typeof CRON_FIELDS)[number];

/** What is wrong with a cron expression, and where. */
export interface CronProblem {
  /** Null when the expression as a whole is wrong. */
  field: CronFieldName | null;
  /** The part that cannot be accepted, as written. */
  found: string;
  message: string;
  /** The same for the console's readers. */
  messageZh: string;
}

/** A weekday that means one day of a month: `5#3` the third Friday, `5L` or `L5` the last one (nth = 0). */
export interface NthWeekday {
  weekday: number;
  nth: number;
}

export interface CronField {
  /** Accepted values; for weekdays 0 is Sunday. */
  values: Set<number>;
  /** Written as `*` or `?`: this field does not restrict anything. */
  any: boolean;
  /** Last day of the month (`L`), wherever it falls. */
  lastDay: boolean;
  /** `29-L` and `1-L/8`: from a day to the end of the month, every so many days. */
  toLastDay: { from: number; step: number }[];
  nthWeekdays: NthWeekday[];
}

interface FieldRule {
  name: CronFieldName;
  nameZh: string;
  min: number;
  max: number;
  names: readonly string[];
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const SUNDAY_AT_THE_END = 7;

const RULES: readonly FieldRule[] = [
  { name: 'minute', nameZh: '分钟', min: 0, max: 59, names: [] },
  { name: 'hour', nameZh: '小时', min: 0, max: 23, names: [] },
  { name: 'day of month', nameZh: '日期', min: 1, max: 31, names: [] },
  { name: 'month', nameZh: '月份', min: 1, max: 12, names: MONTHS },
  { name: 'day of week', nameZh: '星期', min: 0, max: SUNDAY_AT_THE_END, names: WEEKDAYS },
];

const MOST_QUOTED = 60;

/** What a message quotes of what somebody wrote. */
export function clipped(text: string): string {
  return text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED)}…` : text;
}

/** Thrown inside the reader of fields only; `parseCron` turns it into a value. */
export class CronFieldError extends Error {
  constructor(readonly problem: CronProblem) {
    super(problem.message);
  }
}

/** Reads one of the five fields; `index` says which. */
export function readCronField(text: string, index: number): CronField {
  return new FieldReader(RULES[index]!).read(text);
}

class FieldReader {
  private readonly field: CronField = {
    values: new Set(),
    any: false,
    lastDay: false,
    toLastDay: [],
    nthWeekdays: [],
  };
  private readonly single = new Set<number>();
  private plainDays = false;

  constructor(private readonly rule: FieldRule) {}

  read(text: string): CronField {
    const items = text.toLowerCase().split(',');
    if (items.includes('')) this.refuse(text, 'has an empty place in its list', '列表中有空项');
    for (const item of items) this.readItem(item, items.length === 1);
    if (this.field.nthWeekdays.length > 0 && this.plainDays) {
      this.refuse(text, 'mixes whole weekdays with days like 5#3 or 5L', '不能把普通星期与 5#3、5L 混用');
    }
    return this.field;
  }

  private readItem(item: string, alone: boolean): void {
    const { rule, field } = this;
    const [range = '', step, ...rest] = item.split('/');
    if (rest.length > 0) this.refuse(item, 'has more than one "/"', '含有多个“/”');
    if (range === '?') return this.readQuestionMark(item, alone);
    if (range === '*' && step === undefined) {
      field.any = true;
      for (let value = rule.min; value <= rule.max; value += 1) field.values.add(this.wrap(value));
      return;
    }
    if (rule.name === 'day of week' && /[#l]/.test(item)) return this.readNthWeekday(item);
    if (rule.name === 'day of month' && item === 'l') {
      field.lastDay = true;
      return;
    }
    this.readRange(item, range, step);
  }

  private readRange(item: string, range: string, stepText: string | undefined): void {
    const { rule, field } = this;
    const [fromText = '', toText, ...rest] = range.split('-');
    if (rest.length > 0) this.refuse(item, 'has more than one "-"', '含有多个“-”');
    const step = stepText === undefined ? 1 : this.readStep(item, stepText);
    const from = range === '*' ? rule.min : this.readValue(item, fromText);
    if (rule.name === 'day of month' && toText === 'l') {
      field.toLastDay.push({ from, step });
      return;
    }
    let to = from;
    if (toText !== undefined) to = this.readValue(item, toText);
    else if (stepText !== undefined) to = rule.name === 'day of week' ? SUNDAY_AT_THE_END - 1 : rule.max;
    // A week may end on its Sunday: fri-sun is 5-7.
    if (rule.name === 'day of week' && toText !== undefined && to === 0 && from > 0) to = SUNDAY_AT_THE_END;
    if (from > to) this.refuse(item, `runs backwards from ${from} to ${to}`, `范围 ${from} 大于 ${to}`);
    if (toText === undefined && stepText === undefined) this.refuseDuplicate(item, this.wrap(from));
    for (let value = from; value <= to; value += step) field.values.add(this.wrap(value));
    this.plainDays = true;
  }

  /** `?` is another way to write "any day", and only that. */
  private readQuestionMark(item: string, alone: boolean): void {
    const isDay = this.rule.name === 'day of month' || this.rule.name === 'day of week';
    if (!isDay || !alone || item !== '?') {
      this.refuse(item, 'uses "?", which only stands alone for a day', '“?”只能单独用于日期或星期');
    }
    this.readItem('*', alone);
  }

  private readNthWeekday(item: string): void {
    const { nthWeekdays } = this.field;
    const last = /^(?:l([^-#/l]+)|([^-#/l]+)l)$/.exec(item);
    if (last) {
      nthWeekdays.push({ weekday: this.wrap(this.readValue(item, last[1] ?? last[2]!)), nth: 0 });
      return;
    }
    const [days = '', nthText = '', ...rest] = item.split('#');
    const nth = /^[1-5]$/.test(nthText) ? Number(nthText) : null;
    if (rest.length > 0 || nth === null) {
      this.refuse(item, 'is no day like 5#3 (third Friday) or 5L (last Friday)', '应写作 5#3（第三个星期五）或 5L');
    }
    const [fromText = '', toText = fromText, ...more] = days.split('-');
    if (more.length > 0) this.refuse(item, 'has more than one "-"', '含有多个“-”');
    const [from, to] = [this.readValue(item, fromText), this.readValue(item, toText)];
    if (from > to) this.refuse(item, `runs backwards from ${from} to ${to}`, `范围 ${from} 大于 ${to}`);
    for (let day = from; day <= to; day += 1) nthWeekdays.push({ weekday: this.wrap(day), nth });
  }

  private readValue(item: string, text: string): number {
    const { rule } = this;
    const named = rule.names.indexOf(text);
    if (named >= 0) return named + rule.min;
    if (!/^\d{1,9}$/.test(text)) {
      const names = rule.names.length > 0 ? ` or ${rule.names[0]}-${rule.names.at(-1)}` : '';
      const namesZh = rule.names.length > 0 ? `或 ${rule.names[0]} 到 ${rule.names.at(-1)}` : '';
      this.refuse(
        item,
        `needs numbers from ${rule.min} to ${rule.max}${names}`,
        `应为 ${rule.min} 到 ${rule.max} 的数字${namesZh}`,
      );
    }
    const value = Number(text);
    if (value < rule.min || value > rule.max) {
      this.refuse(item, `must lie between ${rule.min} and ${rule.max}`, `必须在 ${rule.min} 到 ${rule.max} 之间`);
    }
    return value;
  }

  private readStep(item: string, text: string): number {
    const step = /^\d{1,9}$/.test(text) ? Number(text) : 0;
    if (step < 1) this.refuse(item, 'needs a step of at least 1 after "/"', '“/”之后应为不小于 1 的整数');
    // "every 90 minutes" cannot be said in cron: it would run at minute 0 of every hour.
    const { max } = this.rule;
    if (step > max) this.refuse(item, `has a step above ${max}`, `步长不能大于 ${max}`);
    return step;
  }

  private refuseDuplicate(item: string, value: number): void {
    if (this.single.has(value)) this.refuse(item, `names ${value} twice`, `重复出现 ${value}`);
    this.single.add(value);
  }

  private wrap(value: number): number {
    return this.rule.name === 'day of week' && value === SUNDAY_AT_THE_END ? 0 : value;
  }

  private refuse(refused: string, message: string, messageZh: string): never {
    const found = clipped(refused);
    const { name, nameZh } = this.rule;
    throw new CronFieldError({
      field: name,
      found,
      message: `The ${name} "${found}" ${message}`,
      messageZh: `${nameZh}“${found}”：${messageZh}`,
    });
  }
}
