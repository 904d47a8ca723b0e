import { type SeededRandom } from '../seeded-random.js';
import { POLICY_FIELDS, type PolicyField } from './vocabulary.js';

/** An issuing body with the character mark that its document numbers start with. */
export interface Agency {
  name: string;
  mark: string;
}

/** Where a site's documents come from. */
export interface Issuer {
  region: string;
  /** Places below the region, for addressees and examples. */
  places: readonly string[];
  agencies: readonly Agency[];
  /** First part of every 索引号 of the site. */
  indexPrefix: string;
  media: boolean;
}

/** What a title stands for; bodies are composed by it. */
export type Genre = 'notice' | 'opinion' | 'measures' | 'announcement' | 'reply' | 'interpretation' | 'news';

export interface Subject {
  genre: Genre;
  /** 公文种类 */
  genreName: string;
  field: PolicyField;
  agency: Agency;
  year: number;
  title: string;
}

const NEWS_TITLES: readonly ((issuer: Issuer, field: PolicyField, random: SeededRandom) => string)[] = [
  (issuer, field, random) => `${random.pick(issuer.places)}：${random.pick(field.measures)} ${field.name}见实效`,
  (issuer, field, random) =>
    `${issuer.region}前${random.int(2, 11)}个月${field.name}重点项目完成投资${random.int(12, 980)}亿元`,
  (_issuer, field, random) => `记者观察丨“${random.pick(field.measures)}”带来哪些变化？`,
  (issuer, field, random) =>
    `${random.pick(issuer.places)}${random.pick(field.objects)}一线调研：${random.pick(field.measures)}怎么干`,
  (issuer, field, random) => `${issuer.region}出台${random.int(8, 36)}条措施支持${field.name}`,
];

const officialTitle: Record<
  Exclude<Genre, 'news'>,
  (issuer: Issuer, subject: Omit<Subject, 'title'>, random: SeededRandom) => string
> = {
  notice: (issuer, { agency, field, year }, random) =>
    random.chance(0.5)
      ? `${agency.name}关于印发《${issuer.region}${field.name}${random.pick(['行动方案', '三年行动计划', '工作要点'])}（${year}—${year + random.int(1, 4)}年）》的通知`
      : `${agency.name}关于做好${year}年${random.pick(field.measures)}有关工作的通知`,
  opinion: (_issuer, { agency, field }, random) =>
    `${agency.name}关于进一步${random.pick(field.measures)}${random.pick(['促进', '加强', '支持'])}${field.name}的${random.pick(['实施意见', '若干意见', '指导意见'])}`,
  measures: (issuer, { agency, field }, random) =>
    `${agency.name}关于印发${issuer.region}${random.pick(field.objects)}${random.pick(['管理办法', '资金管理暂行办法', '工作规则'])}的通知`,
  announcement: (issuer, { agency, field, year }, random) =>
    `${agency.name}关于${year}年${random.pick(issuer.places)}${field.name}${random.pick(['项目（第一批）拟支持名单的公示', '专项资金分配结果的公告', '第二批重点项目的公告', '抽查检查结果的通告'])}`,
  reply: (issuer, { agency, field }, random) =>
    `${agency.name}关于同意${random.pick(issuer.places)}设立${field.name}${random.pick(['先行区', '综合试验区', '示范点'])}的批复`,
  interpretation: (issuer, { field, year }, random) =>
    `一图读懂｜《${issuer.region}${field.name}${random.pick(['若干措施', '实施细则', '工作方案'])}（${year}年版）》政策解读`,
};

const GENRES: readonly [Exclude<Genre, 'news'>, string][] = [
  ['notice', '通知'],
  ['notice', '通知'],
  ['opinion', '意见'],
  ['measures', '办法'],
  ['announcement', '公告'],
  ['announcement', '公告'],
  ['reply', '批复'],
  ['interpretation', '解读'],
];

/** A subject with a title that the site does not have yet. */
export function chooseSubject(issuer: Issuer, year: number, random: SeededRandom, taken: ReadonlySet<string>): Subject {
  for (let attempt = 1; ; attempt++) {
    const [genre, genreName]: [Genre, string] = issuer.media ? ['news', '新闻'] : random.pick(GENRES);
    const draft = { genre, genreName, field: random.pick(POLICY_FIELDS), agency: random.pick(issuer.agencies), year };
    const plain =
      genre === 'news'
        ? random.pick(NEWS_TITLES)(issuer, draft.field, random)
        : officialTitle[genre](issuer, draft, random);
    const title = attempt > 20 ? `${plain}（第${attempt - 19}号）` : plain;
    if (!taken.has(title)) return { ...draft, title };
  }
}

const BRACKETS: readonly [string, string][] = [
  ['〔', '〕'],
  ['〔', '〕'],
  ['〔', '〕'],
  ['[', ']'],
  ['［', '］'],
  ['(', ')'],
  ['（', '）'],
];

/** 文号 in one of the bracket styles that sites really print. */
export function documentNumber(agency: Agency, year: number, serial: number, random: SeededRandom): string {
  const [open, close] = random.pick(BRACKETS);
  return `${agency.mark}${open}${year}${close}${serial}号`;
}

/** 索引号: code of the issuing body, year and running number. */
export function indexNumber(issuer: Issuer, year: number, serial: number): string {
  return `${issuer.indexPrefix}/${year}-${String(serial).padStart(5, '0')}`;
}

/** 2026-09-05 -> 2026年9月5日 */
export function chineseDate(date: string): string {
  const [year, month, day] = date.split('-').map(Number);
  return `${year}年${month}月${day}日`;
}

/** Milliseconds since 1970 of a local time in China. */
export function epochMs(date: string, time = '00:00:00'): number {
  return Date.parse(`${date}T${time}+08:00`);
}
