import { endsIncrementalCrawl, type ListedRow } from './list-boundary.js';

const fresh = (publishDate: string | null): ListedRow => ({
  publishDate,
  pinned: false,
  knownHere: false,
  storedDate: null,
});
const known = (publishDate: string | null, change: Partial<ListedRow> = {}): ListedRow => ({
  publishDate,
  pinned: false,
  knownHere: true,
  storedDate: publishDate,
  ...change,
});
const boundary = (rows: ListedRow[]) => rows.findIndex((_, index) => endsIncrementalCrawl(rows, index));

describe('endsIncrementalCrawl', () => {
  it('ends at the first known row of a list in date order', () => {
    expect(boundary([fresh('2026-03-03'), known('2026-03-02'), known('2026-03-01')])).toBe(1);
  });
  it('never ends in a list of new rows', () => {
    expect(boundary([fresh('2026-03-03'), fresh('2026-03-02')])).toBe(-1);
  });
  it('passes rows marked as pinned', () => {
    const pinned = known('2026-03-09', { pinned: true });
    expect(boundary([pinned, fresh('2026-03-03'), known('2026-03-02')])).toBe(2);
  });
  it('passes an unmarked pinned block: older than a row after it', () => {
    expect(boundary([known('2024-01-01'), known('2023-05-01'), fresh('2026-03-03'), known('2026-03-02')])).toBe(3);
  });
  it('passes an old document listed again under a newer date', () => {
    const updated = known('2026-03-04', { storedDate: '2025-07-01' });
    expect(boundary([updated, fresh('2026-03-03'), known('2026-03-02')])).toBe(2);
  });
  it('passes a document stored under another target', () => {
    const elsewhere = known('2026-03-03', { knownHere: false });
    expect(boundary([elsewhere, fresh('2026-03-02'), known('2026-03-01')])).toBe(2);
  });
  it('needs two known rows in a row where the list has no dates', () => {
    expect(boundary([known(null), fresh(null), known(null), known(null)])).toBe(2);
    expect(boundary([known(null)])).toBe(-1);
  });
});
