import { SeededRandom } from '../seeded-random.js';
import { type DocumentKind } from '../sim-document.js';
import { chineseDate, type Issuer, type Subject } from './official-text.js';
import { COMPANY_TYPES, COMPANY_WORDS, GIVEN_NAMES, SURNAMES } from './vocabulary.js';

/** One block of a document; each dialect gives it its own markup. */
export type Block =
  | { type: 'heading' | 'paragraph' | 'addressee' | 'signature'; text: string }
  | { type: 'table'; rows: string[][] }
  | { type: 'image'; name: string };

/** What a body is made from; equal facts give an equal body. */
export interface BodyFacts {
  seed: string;
  revision: number;
  kind: DocumentKind;
  subject: Subject;
  issuer: Issuer;
  docNo: string | null;
  writtenDate: string;
  /** Names of the attachments, mentioned at the end. */
  attachmentNames: readonly string[];
}

const CHINESE_NUMERALS = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九', '十'];

/** 1 -> 一, 12 -> 十二, 35 -> 三十五 (up to 99). */
function chineseNumeral(value: number): string {
  const [tens, ones] = [Math.floor(value / 10), value % 10];
  const digit = (index: number) => CHINESE_NUMERALS[index] ?? '';
  if (tens === 0) return digit(ones);
  return `${tens > 1 ? digit(tens) : ''}十${ones > 0 ? digit(ones) : ''}`;
}

type Sentence = (text: Writer) => string;

const OPENINGS: readonly Sentence[] = [
  (t) =>
    `为贯彻落实党中央、国务院关于${t.field}的决策部署，${t.measure()}，结合${t.region}实际，现就有关事项通知如下。`,
  (t) => `根据${t.law()}等有关规定，经${t.region}研究同意，现将${t.object()}有关事项明确如下。`,
  (t) =>
    `近年来，${t.region}坚持把${t.field}摆在突出位置，${t.measure()}，取得积极成效，但仍存在发展不平衡、要素保障不足等问题。`,
];

const SENTENCES: readonly Sentence[] = [
  (t) =>
    `坚持问题导向和系统观念，围绕${t.object()}，${t.measure()}，到${t.year(1, 5)}年底，重点任务完成率达到${t.percent()}以上。`,
  (t) => `${t.place()}要结合本地实际制定具体实施方案，明确责任分工和完成时限，于${t.month()}月底前报${t.agency}备案。`,
  (t) => `各有关部门要加强协作配合，建立${t.field}工作台账，实行清单化管理、项目化推进，每季度通报一次进展情况。`,
  (t) =>
    `支持${t.place()}率先开展试点，对${t.object()}给予不超过${t.int(50, 900)}万元的一次性补助，所需资金从现有渠道统筹安排。`,
  (t) =>
    `进一步${t.measure()}，优化审批流程，将平均办理时限由${t.int(15, 30)}个工作日压缩至${t.int(3, 10)}个工作日以内。`,
  (t) => `${t.agency}会同有关单位对${t.object()}开展专项督导，对工作推进不力、弄虚作假的，依法依规严肃处理。`,
  (t) => `鼓励社会力量依法参与，${t.measure()}，形成政府主导、部门协同、社会参与的${t.field}工作格局。`,
  (t) =>
    `截至${t.month()}月底，全域共排查${t.object()}${t.int(120, 9800)}处，发现问题${t.int(20, 980)}个，已完成整改${t.percent()}。`,
  () => `加大宣传引导力度，充分利用广播电视、政府网站和政务新媒体解读政策，及时回应社会关切。`,
  (t) => `健全${t.field}统计监测和评估机制，运用大数据手段对${t.object()}进行动态管理，定期发布评估报告。`,
  (t) =>
    `强化要素保障，统筹用好财政资金、专项债券和金融工具，${t.year(0, 2)}年安排专项资金${t.int(2, 60)}亿元，重点投向${t.object()}。`,
  (t) => `落实${t.law()}要求，规范行政执法行为，推行柔性执法，做到过罚相当、宽严相济。`,
  (t) => `按照“谁主管、谁负责”的原则，压实${t.place()}属地责任、行业主管部门监管责任和经营主体责任。`,
  (t) =>
    `加强人才队伍建设，${t.year(0, 1)}年起每年组织专题培训不少于${t.int(2, 12)}期，培训业务骨干${t.int(200, 5000)}人次。`,
  (t) => `${t.object()}应当建立健全内部管理制度，妥善保管相关资料，自觉接受财政、审计等部门的监督检查。`,
  (t) =>
    `对符合条件的申请，受理机关应当自收到材料之日起${t.int(5, 20)}个工作日内作出决定；材料不全的，应当一次性告知。`,
  (t) => `总结推广${t.place()}等地${t.measure()}的经验做法，形成一批可复制可推广的制度成果。`,
  (t) => `统筹发展和安全，牢牢守住不发生系统性风险的底线，完善${t.field}应急处置预案并组织演练。`,
];

const NEWS_SENTENCES: readonly Sentence[] = [
  (t) =>
    `走进${t.place()}，${t.object()}正有序运转，负责人${t.person()}告诉记者，今年以来业务量同比增长${t.percent()}。`,
  (t) => `“我们把${t.measure()}作为头等大事来抓，企业和群众的获得感明显增强。”${t.place()}有关负责人${t.person()}说。`,
  (t) =>
    `数据显示，前${t.int(2, 11)}个月，${t.region}${t.field}相关投资达到${t.int(12, 980)}亿元，${t.object()}新增${t.int(30, 900)}家。`,
  (t) => `专家表示，${t.measure()}既要算经济账，也要算民生账，关键在于打通政策落地的“最后一公里”。`,
  (t) => `在${t.place()}，${t.person()}一家是政策的受益者。他算了一笔账：全年可节省支出约${t.int(2, 60)}00元。`,
  (t) => `据了解，${t.region}将继续围绕${t.object()}发力，力争到${t.year(1, 4)}年覆盖率超过${t.percent()}。`,
  (t) => `采访中记者发现，${t.place()}还建立了“一对一”联系机制，${t.measure()}，让服务跑在需求前面。`,
];

/** Fills sentences from one document's subject and random numbers. */
class Writer {
  readonly field: string;
  readonly region: string;
  readonly agency: string;

  constructor(
    private readonly facts: BodyFacts,
    readonly random: SeededRandom,
  ) {
    this.field = facts.subject.field.name;
    this.region = facts.issuer.region;
    this.agency = facts.subject.agency.name;
  }

  measure = () => this.random.pick(this.facts.subject.field.measures);
  object = () => this.random.pick(this.facts.subject.field.objects);
  place = () => this.random.pick(this.facts.issuer.places);
  int = (low: number, high: number) => String(this.random.int(low, high));
  percent = () => `${this.random.int(31, 99)}.${this.random.int(0, 9)}%`;
  month = () => String(this.random.int(1, 12));
  year = (from: number, to: number) => String(this.facts.subject.year + this.random.int(from, to));
  law = () => `《${this.region}${this.field}${this.random.pick(['条例', '管理规定', '促进办法'])}》`;
  person = () => this.random.pick(SURNAMES) + this.random.pick(GIVEN_NAMES);
  company = () => this.place().slice(0, 2) + this.random.pick(COMPANY_WORDS) + this.random.pick(COMPANY_TYPES);

  paragraph(): string {
    const sentences = this.facts.issuer.media ? NEWS_SENTENCES : SENTENCES;
    return this.random
      .sample(sentences, this.random.int(2, 4))
      .map((sentence) => sentence(this))
      .join('');
  }
}

/** What a reader of the document must find, known without composing the whole text. */
export interface Landmarks {
  /** In the order of the text. */
  probes: string[];
  images: number;
}

/** The landmarks of a document: sentences with numbers that no other document holds, so that a mixed-up body shows. */
export function landmarksOf(facts: BodyFacts): Landmarks {
  const writer = new Writer(facts, new SeededRandom(`${facts.seed}/landmarks`));
  const correction = facts.revision > 0 ? [correctionSentence(facts)] : [];
  switch (facts.kind) {
    case 'file':
      return { probes: [], images: 0 };
    case 'image-only':
      return { probes: correction, images: writer.random.int(1, 3) };
    case 'table-only':
      return { probes: [`SIM${writer.random.digits(9)}`, ...correction], images: 0 };
    case 'attachment-only':
      return { probes: [registrationSentence(facts, writer), ...correction], images: 0 };
    case 'text':
      return {
        probes: [registrationSentence(facts, writer), closingSentence(facts, writer), ...correction],
        images: 0,
      };
  }
}

/** Composes the body of a document: official structure, realistic length, its landmarks inside. */
export function composeBody(facts: BodyFacts): Block[] {
  const writer = new Writer(facts, new SeededRandom(`${facts.seed}/body`));
  const { probes, images } = landmarksOf(facts);
  const [first = '', second = ''] = probes;
  const blocks: Block[] = [];
  const hasText = facts.kind === 'text' || facts.kind === 'attachment-only';
  if (hasText) {
    if (facts.docNo) blocks.push({ type: 'addressee', text: facts.docNo });
    if (!facts.issuer.media) blocks.push({ type: 'addressee', text: addressee(facts.issuer) });
  }
  switch (facts.kind) {
    case 'file':
      return [];
    case 'image-only':
      for (let n = 1; n <= images; n++) blocks.push({ type: 'image', name: `tu${n}-${facts.revision}.png` });
      break;
    case 'table-only':
      blocks.push(registerTable(writer, first));
      break;
    case 'attachment-only':
      blocks.push({ type: 'paragraph', text: `${first}具体内容详见附件。` });
      break;
    case 'text':
      blocks.push({ type: 'paragraph', text: writer.random.pick(OPENINGS)(writer) + first });
      blocks.push(...(facts.subject.genre === 'measures' ? chapters(writer) : sections(writer)));
      if (facts.subject.genre === 'announcement') blocks.push(awardTable(writer));
      blocks.push({ type: 'paragraph', text: second });
  }
  if (facts.revision > 0) blocks.push({ type: 'paragraph', text: correctionSentence(facts) });
  blocks.push(...attachmentList(facts.attachmentNames));
  if (hasText && !facts.issuer.media) {
    blocks.push({ type: 'signature', text: facts.subject.agency.name });
    blocks.push({ type: 'signature', text: chineseDate(facts.writtenDate) });
  }
  return blocks;
}

function addressee(issuer: Issuer): string {
  return `各${issuer.region === '全国' ? '省、自治区、直辖市人民政府，国务院各部委、各直属机构' : '市、县（市、区）人民政府，各有关单位'}：`;
}

function registrationSentence(facts: BodyFacts, writer: Writer): string {
  return `本件登记编号为${writer.random.digits(10)}，由${writer.agency}负责${facts.issuer.media ? '整理' : '解释'}。`;
}

function closingSentence(facts: BodyFacts, writer: Writer): string {
  return facts.issuer.media
    ? `（记者 ${writer.person()} ${writer.person()} 稿件编号${writer.random.digits(9)}）`
    : `本文件自${chineseDate(facts.writtenDate)}起施行，有效期${writer.int(2, 5)}年，咨询电话：0${writer.random.digits(3)}-${writer.random.digits(7)}。`;
}

function correctionSentence({ seed, revision }: BodyFacts): string {
  return `（本文第${revision}次修订后重新发布，修订编号${new SeededRandom(`${seed}/revision/${revision}`).digits(8)}。）`;
}

/** Skewed like real libraries: many short papers, a few long ones. */
function targetCharacters(random: SeededRandom): number {
  return 1200 + Math.floor(random.next() ** 2 * 9_000);
}

function sections(writer: Writer): Block[] {
  const blocks: Block[] = [];
  const target = targetCharacters(writer.random);
  for (let written = 0, section = 1; written < target; section++) {
    blocks.push({ type: 'heading', text: `${chineseNumeral(section)}、${writer.measure()}` });
    for (let item = 1; item <= 4 && written < target; item++) {
      const text = `（${chineseNumeral(item)}）${writer.measure()}。${writer.paragraph()}`;
      blocks.push({ type: 'paragraph', text });
      written += text.length;
    }
  }
  return blocks;
}

function chapters(writer: Writer): Block[] {
  const names = ['总则', '职责分工', '申报与受理', '监督管理', '法律责任', '附则'];
  const perChapter = Math.max(2, Math.round(targetCharacters(writer.random) / 150 / names.length));
  let article = 0;
  return names.flatMap((name, index): Block[] => [
    { type: 'heading', text: `第${chineseNumeral(index + 1)}章　${name}` },
    ...Array.from({ length: perChapter }, (): Block => {
      article++;
      return { type: 'paragraph', text: `第${chineseNumeral(Math.min(article, 99))}条　${writer.paragraph()}` };
    }),
  ]);
}

function awardTable(writer: Writer): Block {
  const rows = Array.from({ length: writer.random.int(8, 30) }, (_, index) => [
    String(index + 1),
    writer.company(),
    `${writer.place()}${writer.object()}项目`,
    `${writer.int(10, 800)}.${writer.random.digits(2)}`,
  ]);
  return { type: 'table', rows: [['序号', '申报单位', '项目名称', '金额（万元）'], ...rows] };
}

function registerTable(writer: Writer, firstNumber: string): Block {
  const rows = Array.from({ length: writer.random.int(12, 60) }, (_, index) => [
    String(index + 1),
    writer.company(),
    `${writer.place()}${writer.field}`,
    index === 0 ? firstNumber : `HT${writer.random.digits(9)}`,
  ]);
  return { type: 'table', rows: [['序号', '单位名称', '事项', '编号'], ...rows] };
}

function attachmentList(names: readonly string[]): Block[] {
  const label = (name: string) => name.replace(/\.[a-z]+$/, '').replace(/^附件\d*[：:]?/, '');
  return names.map((name, index) => ({
    type: 'paragraph',
    text: `${index === 0 ? '附件：' : '　　　'}${names.length > 1 ? `${index + 1}. ` : ''}${label(name)}`,
  }));
}
