import { type DeliveryFilter } from '@govcrawler/contracts';
import { type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import { asParameter } from '../sanitise/clean-text.js';

/** Columns of an entry, and of an article's current state, that a filter looks at. */
export interface FilteredFacts {
  siteCode: string | null;
  deptId: number | null;
  contentCategory: string | null;
}

const PARTS = [
  { wanted: 'siteCodes', property: 'siteCode', column: 'site_code' },
  { wanted: 'deptIds', property: 'deptId', column: 'dept_id' },
  { wanted: 'categories', property: 'contentCategory', column: 'content_category' },
] as const;

type Part = (typeof PARTS)[number];

/** The parts of a filter that ask for something: an absent or empty list lets everything through. */
function askedParts(filter: DeliveryFilter): readonly Part[] {
  return PARTS.filter(({ wanted }) => (filter[wanted]?.length ?? 0) > 0);
}

/** Whether the filter lets everything through. */
export function isOpen(filter: DeliveryFilter): boolean {
  return askedParts(filter).length === 0;
}

/** Whether a document in this state belongs to the filter. */
export function passes(filter: DeliveryFilter, facts: FilteredFacts): boolean {
  return askedParts(filter).every(({ wanted, property }) =>
    (filter[wanted] as readonly (string | number | null)[]).includes(facts[property]),
  );
}

/** Restricts a query to entries whose own facts pass. */
export function matches<T extends ObjectLiteral>(query: SelectQueryBuilder<T>, filter: DeliveryFilter): void {
  if (!isOpen(filter)) query.andWhere(condition('change', filter), parameters(filter));
}

/**
 * Restricts a query to entries that a filtered reader must see: those that pass, those of articles that passed
 * before (they have left the filter, and the reader must let go of them), and those that say nothing of themselves.
 */
export function mayHaveMatched<T extends ObjectLiteral>(query: SelectQueryBuilder<T>, filter: DeliveryFilter): void {
  if (isOpen(filter)) return;
  const ways = ['change.site_code IS NULL', condition('change', filter)];
  // An article never changes its site.
  if (askedParts(filter).some(({ wanted }) => wanted !== 'siteCodes')) {
    ways.push(`EXISTS (SELECT 1 FROM article_change earlier WHERE earlier.article_id = change.article_id
      AND earlier.seq < change.seq AND ${condition('earlier', filter)})`);
  }
  query.andWhere(`(${ways.join(' OR ')})`, parameters(filter));
}

function condition(alias: string, filter: DeliveryFilter): string {
  const all = askedParts(filter).map(({ wanted, column }) => `${alias}.${column} IN (:...${wanted})`);
  return `(${all.join(' AND ')})`;
}

function parameters(filter: DeliveryFilter): ObjectLiteral {
  return Object.fromEntries(askedParts(filter).map(({ wanted }) => [wanted, filter[wanted]?.map(asValue)]));
}

const asValue = (value: string | number) => (typeof value === 'string' ? asParameter(value) : value);
