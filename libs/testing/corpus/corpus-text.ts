import { type SeededRandom } from '../sim-web/seeded-random.js';
import { GIVEN_NAMES, POLICY_FIELDS, SURNAMES } from '../sim-web/text/vocabulary.js';

/** A made-up official document, as short as the middle of real libraries. */
export interface CorpusText {
  title: string;
  body: string;
  docNo: string;
}

const AGENCIES = ['财政厅', '教育厅', '民政厅', '生态环境厅', '应急管理厅', '人民政府', '人民政府办公厅', '水利厅'];
const MARKS = ['财规', '教函', '民发', '环发', '应急', '府', '府办', '水建'];
const PLACES = ['岭东省', '云澜市', '临浦市', '石麓县', '沙澜县', '青岚区', '望川区', '浦阳县', '明岭市', '鹤鸣县'];
const KINDS = ['通知', '意见', '公告', '批复', '办法', '通告', '函', '决定'];
const SENTENCES = 40_000;
/** Words beyond the vocabulary, with frequencies as in natural language: most of them are rare. */
const WORDS = 60_000;
const COMMON_CHARACTERS = 2_500;
const FIRST_CHARACTER = 0x4e00;

/** Writes documents; the same seed writes the same ones. Fast: a million take minutes, not hours. */
export class CorpusWriter {
  private readonly sentences: string[];
  private readonly words: string[];

  constructor(private readonly random: SeededRandom) {
    const character = () =>
      String.fromCharCode(FIRST_CHARACTER + Math.floor(random.next() ** 2 * COMMON_CHARACTERS) * 8);
    this.words = Array.from(
      { length: WORDS },
      () => character() + character() + (random.chance(0.2) ? character() : ''),
    );
    this.sentences = Array.from({ length: SENTENCES }, () => this.sentence());
  }

  write(serial: number): CorpusText {
    const { random } = this;
    const field = random.pick(POLICY_FIELDS);
    const [place, year] = [random.pick(PLACES), random.int(2005, 2025)];
    const agency = random.int(0, AGENCIES.length - 1);
    const title = `${place}${AGENCIES[agency]}关于${random.pick(field.measures)}${this.word()}有关工作的${random.pick(KINDS)}`;
    const docNo = `${place[0]}${MARKS[agency]}〔${year}〕${serial % 900}号`;
    const sentences = Array.from({ length: random.int(8, 16) }, () => random.pick(this.sentences));
    const body = `${docNo}\n各市、县（市、区）人民政府，各有关单位：\n${sentences.join('')}登记编号${serial}。`;
    return { title, body, docNo };
  }

  /** One of the words, the first of them often. */
  private word(): string {
    return this.words[Math.floor(this.random.next() ** 4 * this.words.length)]!;
  }

  private sentence(): string {
    const { random } = this;
    const field = random.pick(POLICY_FIELDS);
    const person = random.pick(SURNAMES) + random.pick(GIVEN_NAMES);
    return random.pick([
      () =>
        `围绕${random.pick(field.objects)}，${random.pick(field.measures)}，推进${this.word()}和${this.word()}建设。`,
      () =>
        `${random.pick(PLACES)}要结合${this.word()}实际，于${random.int(1, 12)}月底前将${this.word()}报告报送备案。`,
      () =>
        `对${this.word()}、${this.word()}给予不超过${random.int(50, 900)}万元的补助，由${person}负责${this.word()}。`,
      () => `加强${field.name}与${this.word()}协同，完善${this.word()}机制，每季度通报${this.word()}进展情况。`,
      () =>
        `截至${random.int(2, 12)}月底，共排查${random.pick(field.objects)}${random.int(120, 9800)}处，整改${this.word()}。`,
    ])();
  }
}
