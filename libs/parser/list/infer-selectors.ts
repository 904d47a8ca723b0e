import { type ListSelectors } from '@govcrawler/contracts';
import { attribute, type PageElement } from '../dom/page-node.js';
import { dateElement } from './row-date.js';

interface RowSample {
  row: PageElement;
  link: PageElement;
  dateText: string | null;
}

const NAME = /^[A-Za-z_][\w-]*$/;

/** Candidate selectors for a group of like rows, the shortest first. */
export function* selectorsFor(group: readonly RowSample[], now: Date): Generator<ListSelectors> {
  const first = group[0];
  if (!first) return;
  const isLink = first.row === first.link;
  const rest = {
    href: isLink ? '::attr(href)' : 'a::attr(href)',
    title: isLink ? '::attr(title), ::text' : 'a::attr(title), a::text',
    ...dateSelector(group, now),
  };
  let row = step(first.row, group);
  for (let above = first.row.parent; above && above.name !== '#document'; above = above.parent) {
    row = `${step(above, null)} > ${row}`;
    yield { row, ...rest };
    if (attribute(above, 'id') !== undefined) return;
  }
}

/** Tag with id or classes; for the row itself only classes that all rows have. */
function step(element: PageElement, group: readonly RowSample[] | null): string {
  // Broken markup makes tags that no selector can name.
  const tag = NAME.test(element.name) ? element.name : '*';
  const id = attribute(element, 'id');
  if (group === null && id !== undefined && NAME.test(id)) return `${tag}#${id}`;
  const classes = (attribute(element, 'class') ?? '').split(/\s+/).filter((name) => NAME.test(name));
  const shared = group === null ? classes : classes.filter((name) => group.every(({ row }) => hasClass(row, name)));
  return tag + shared.map((name) => `.${name}`).join('');
}

function hasClass(element: PageElement, name: string): boolean {
  return (attribute(element, 'class') ?? '').split(/\s+/).includes(name);
}

function dateSelector(group: readonly RowSample[], now: Date): { date?: string } {
  const sample = group.find(({ dateText }) => dateText !== null);
  const found = sample && dateElement(sample.row, sample.link, now);
  return found ? { date: `${step(found, null)}::text` } : {};
}
