import { type CrawlItem } from '@govcrawler/contracts';
import { LibraryMerge } from './merge-libraries.js';

const item = (publishDate: string | null) => ({ publishDate, publishTime: null }) as CrawlItem;
const page = (isLast: boolean, ...days: string[]) => ({ items: days.map((day) => item(`2026-10-${day}`)), isLast });
const days = (items: CrawlItem[]) => items.map(({ publishDate }) => publishDate?.slice(8));

describe('LibraryMerge', () => {
  it('holds items back until no library can bring newer ones', () => {
    const merge = new LibraryMerge();
    // The busy library reaches back to the 20th only: what is older in the quiet one has to wait.
    expect(days(merge.add([page(false, '24', '20'), page(false, '22', '02')]))).toEqual(['24', '22', '20']);
    expect(days(merge.add([page(false, '18', '05'), page(true, '01')]))).toEqual(['18', '05']);
    expect(days(merge.add([page(true, '03'), page(true)]))).toEqual(['03', '02', '01']);
    expect(merge.rest()).toEqual([]);
  });

  it('hands a single library on page by page', () => {
    const merge = new LibraryMerge();
    expect(days(merge.add([page(false, '24', '20')]))).toEqual(['24', '20']);
    expect(days(merge.add([page(false, '19', '19')]))).toEqual(['19', '19']);
  });

  it('gives everything when all libraries have run dry', () => {
    const merge = new LibraryMerge();
    merge.add([page(false, '24'), page(false, '02')]);
    expect(days(merge.add([page(false), page(false)]))).toEqual(['02']);
  });

  it('does not hold back what has no date', () => {
    expect(new LibraryMerge().add([{ items: [item(null)], isLast: false }, page(false, '20')])).toHaveLength(1);
  });
});
