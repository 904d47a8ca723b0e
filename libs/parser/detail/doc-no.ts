const OPEN = '〔\\[［【（(﹝〖{｛<＜《「『';
const CLOSE = '〕\\]］】）)﹞〗}｝>＞》」』';

/** 国发〔2026〕5号 in any bracket; the agency's short name is at most a dozen characters long. */
const BRACKETED = new RegExp(
  `([\\u4e00-\\u9fa5A-Za-z·]{1,20})[${OPEN}]((?:19|20)\\d{2})年?[${CLOSE}](第?)([\\d一二三四五六七八九十]{1,6}(?:-\\d{1,4})?)号`,
);
/** 国务院令第847号, 2026年第5号公告, 公告2026年第12号 */
const ORDER =
  /([\u4e00-\u9fa5]{1,30}?(?:令|公告|通告|决定))[（(]?(?:((?:19|20)\d{2})年)?第(\d{1,5}|[一二三四五六七八九十百零〇]{1,6})号/;
const YEAR_FIRST = /((?:19|20)\d{2})年第(\d{1,5})号(公告|令|通告)/;
const LEADING_WORDS = /^(?:发文字号|文件编号|发文号|文号|字号|文件号|号|为|以|按|据|根据|依据|按照|和|及|与|的|见)+/;

/** The document number (文号) in one spelling, 国发〔2026〕5号 whatever the brackets; null when the text holds none. */
export function normalizeDocNo(text: string): string | null {
  const compact = text
    .slice(0, 2_000)
    .replace(/[０-９]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replace(/[\s\u200b\ufeff:：]+/g, '');
  const bracketed = BRACKETED.exec(compact);
  if (bracketed) {
    const [, agency = '', year = '', ordinal = '', number = ''] = bracketed;
    return `${agency.replace(LEADING_WORDS, '')}〔${year}〕${ordinal}${number}号`;
  }
  const order = ORDER.exec(compact);
  if (order) {
    const [, name = '', year, number = ''] = order;
    return `${name.replace(LEADING_WORDS, '')}${year === undefined ? '' : `${year}年`}第${number}号`;
  }
  const yearFirst = YEAR_FIRST.exec(compact);
  return yearFirst ? `${yearFirst[1]}年第${yearFirst[2]}号${yearFirst[3]}` : null;
}
