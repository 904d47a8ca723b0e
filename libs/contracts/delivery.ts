/** What a consumer wants of the change feed; an absent list means all. */
export interface DeliveryFilter {
  siteCodes?: string[];
  deptIds?: number[];
  /** content_category of the article. */
  categories?: string[];
}

/** Where a new (or reset) consumer begins. */
export type DeliveryStart = { from: 'beginning' } | { from: 'now' } | { from: 'date'; date: Date };

/** How far a consumer is behind what is stored. */
export interface DeliveryLag {
  /** Entries that it has not acknowledged, of those that its filter lets through. */
  entries: number;
  /** True when counting stopped early: there are more. */
  atLeast: boolean;
  /** Age of the oldest of them; 0 when there is none. */
  seconds: number;
}
