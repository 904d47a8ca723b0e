import { type DetailSelectors, type SelectorMatchView } from '@govcrawler/contracts';
import { type PageMark } from './page-snapshot.js';

export type DetailField = keyof DetailSelectors;

interface FieldWords {
  label: string;
  /** How what it matches is shown on the page, and beside its name. */
  color: string;
  /** Made of the element that was clicked. */
  fromElement: (selector: string) => string;
}

const text = (selector: string): string => `${selector}::text`;

/** The parts of an article's page that selectors name, in the order of the page. */
export const DETAIL_FIELDS: Record<DetailField, FieldWords> = {
  title: { label: '标题', color: '#fde68a', fromElement: text },
  publish_time: { label: '发布时间', color: '#bbf7d0', fromElement: text },
  source: { label: '来源', color: '#ddd6fe', fromElement: text },
  content: { label: '正文', color: '#dbeafe', fromElement: (selector) => selector },
  attachment_css: { label: '附件链接', color: '#fed7aa', fromElement: (selector) => selector },
};
export const FIELD_NAMES = Object.keys(DETAIL_FIELDS) as DetailField[];

/** Marks of a page; those of the field that is being edited are outlined and brought into sight. */
export function marksOf(matches: SelectorMatchView[], edited: DetailField | null): PageMark[] {
  const first = ({ field }: SelectorMatchView): number => (field === edited ? 0 : 1);
  return [...matches]
    .sort((a, b) => first(a) - first(b))
    .map(({ field, elements }) => {
      const { color } = DETAIL_FIELDS[field as DetailField] ?? { color: '#e5e7eb' };
      const outline = field === edited ? 'outline: 2px solid #1554ad;' : '';
      return { elements, style: `background: ${color}; color: #111827; ${outline}` };
    });
}

/** Without the fields that say nothing; undefined when none says anything. */
export function saidSelectors(fields: DetailSelectors): DetailSelectors | undefined {
  const said = FIELD_NAMES.flatMap((name) => {
    const selector = fields[name]?.trim();
    return selector ? [[name, selector] as const] : [];
  });
  return said.length === 0 ? undefined : (Object.fromEntries(said) as DetailSelectors);
}
