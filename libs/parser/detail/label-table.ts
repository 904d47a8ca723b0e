import { INVISIBLE_TAGS, oneLine, textContent, type PageElement, type PageNode } from '../dom/page-node.js';
import { type Page } from '../dom/parse-html.js';

export type LabelKey =
  | 'title'
  | 'indexNo'
  | 'docNo'
  | 'publisher'
  | 'writtenDate'
  | 'publishDate'
  | 'topicWords'
  | 'openCategory'
  | 'validity'
  | 'source';

const LABELS: ReadonlyMap<string, LabelKey> = new Map<string, LabelKey>([
  ['索引号', 'indexNo'],
  ['信息索引号', 'indexNo'],
  ['索引编号', 'indexNo'],
  ['发文字号', 'docNo'],
  ['文号', 'docNo'],
  ['文件编号', 'docNo'],
  ['发文文号', 'docNo'],
  ['文件文号', 'docNo'],
  ['发文机关', 'publisher'],
  ['发布机构', 'publisher'],
  ['发文单位', 'publisher'],
  ['发布单位', 'publisher'],
  ['发文机构', 'publisher'],
  ['制发机关', 'publisher'],
  ['公开主体', 'publisher'],
  ['发布机关', 'publisher'],
  ['公开责任部门', 'publisher'],
  ['成文日期', 'writtenDate'],
  ['成文时间', 'writtenDate'],
  ['生成日期', 'writtenDate'],
  ['发文日期', 'writtenDate'],
  ['印发日期', 'writtenDate'],
  ['发布日期', 'publishDate'],
  ['公开日期', 'publishDate'],
  ['发布时间', 'publishDate'],
  ['发布', 'publishDate'],
  ['公开时间', 'publishDate'],
  ['主题词', 'topicWords'],
  ['关键词', 'topicWords'],
  ['主题分类', 'openCategory'],
  ['分类', 'openCategory'],
  ['信息分类', 'openCategory'],
  ['公开分类', 'openCategory'],
  ['所属主题', 'openCategory'],
  ['有效性', 'validity'],
  ['时效', 'validity'],
  ['时效性', 'validity'],
  ['效力状态', 'validity'],
  ['文件状态', 'validity'],
  ['是否有效', 'validity'],
  ['来源', 'source'],
  ['信息来源', 'source'],
  ['稿件来源', 'source'],
  ['文章来源', 'source'],
  ['名称', 'title'],
  ['标题', 'title'],
]);

const HOLDERS = new Set([
  'td',
  'th',
  'dt',
  'dd',
  'li',
  'p',
  'span',
  'div',
  'b',
  'strong',
  'label',
  'em',
  'i',
  'font',
  'h3',
  'h4',
]);
const LONGEST_LABEL = 8;
const WITH_VALUE = /^([\u4e00-\u9fa5\s]{2,14}?)\s*[：:]\s*(.*)$/;

/** Values that a page prints beside their labels (索引号：…, 文号：…), wherever it puts them. The first filled one counts. */
export function readLabels(page: Page): ReadonlyMap<LabelKey, string> {
  const values = new Map<LabelKey, string>();
  for (const element of page.elements) {
    if (!HOLDERS.has(element.name)) continue;
    const text = shortText(element);
    if (text === null) continue;
    const labelled = WITH_VALUE.exec(text);
    const name = (labelled?.[1] ?? text).replace(/\s+/g, '');
    if (name.length > LONGEST_LABEL) continue;
    const key = LABELS.get(name);
    if (key === undefined || values.has(key)) continue;
    // Without a colon only a cell of its own is a label: running text may well contain the word.
    if (!labelled && element.name !== 'td' && element.name !== 'th' && element.name !== 'dt') continue;
    // The next list item is the next entry, never this one's value.
    const value = labelled?.[2]?.trim() || (element.name === 'li' ? '' : valueBeside(element));
    if (value) values.set(key, value);
  }
  return values;
}

const LONGEST_VALUE = 400;

/** Text of an element if it is short enough to be a label, with or without its value. */
function shortText(element: PageElement): string | null {
  const text = boundedText(element, LONGEST_VALUE);
  return text === null ? null : oneLine(text);
}

function boundedText(element: PageElement, limit: number): string | null {
  let text = '';
  for (const child of element.children) {
    if (child.type === 'text') text += child.data;
    else if (!INVISIBLE_TAGS.has(child.name)) {
      const inner = boundedText(child, limit - text.length);
      if (inner === null) return null;
      text += inner;
    }
    if (text.length > limit) return null;
  }
  return text;
}

/** The value stands in the next cell, in the next element, or in the text right behind the label. */
function valueBeside(label: PageElement): string {
  for (let holder: PageElement | null = label, climbed = 0; holder && climbed < 3; holder = holder.parent, climbed++) {
    const value = valueAfter(holder);
    if (value !== null) return value;
    if (holder.name === 'td' || holder.name === 'th' || holder.name === 'li' || holder.name === 'dt') break;
  }
  return '';
}

function valueAfter(holder: PageElement): string | null {
  const siblings: readonly PageNode[] = holder.parent?.children ?? [];
  for (let index = siblings.indexOf(holder) + 1; index < siblings.length; index++) {
    const next = siblings[index] as PageNode;
    const text = oneLine(textContent(next)).slice(0, LONGEST_VALUE);
    if (next.type === 'tag' && !INVISIBLE_TAGS.has(next.name) && next.name !== 'br') return isLabel(text) ? '' : text;
    if (next.type === 'text' && text) return text;
  }
  return null;
}

function isLabel(text: string): boolean {
  return LABELS.has(text.replace(/[：:].*$/, '').replace(/\s+/g, ''));
}
