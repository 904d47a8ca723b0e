import { siteFileSchema, type SiteFile } from '@govcrawler/contracts';
import { type SiteDefinition } from './dialects/dialect.js';
import { type DraftedDocument, draftDocument } from './document-factory.js';
import { SeededRandom } from './seeded-random.js';
import { type AttachmentFormat, type SimDocument, type SimListing } from './sim-document.js';
import { type Block, composeBody, landmarksOf } from './text/document-body.js';

/** A document with what is needed to render it. */
export type DocumentRecord = DraftedDocument;

/** One row of a list. */
export interface ListedRow {
  record: DocumentRecord;
  url: string;
  date: string;
  pinned: SimListing['pinned'];
}

interface ServedFile {
  name: string;
  format: AttachmentFormat;
  content: Buffer;
  record: DocumentRecord;
}

/** Host, path and query. */
function addressKey(url: URL): string {
  return `${url.hostname}${url.pathname}${url.search}`;
}

/** What lies at an address. Static servers ignore a query they do not need, and the traps of endless lists lead on. */
function atAddress<T>(index: ReadonlyMap<string, T>, url: URL): T | undefined {
  const key = addressKey(url);
  return index.get(key) ?? index.get(key.replace(/[?&]trap=\d+$/, '')) ?? index.get(`${url.hostname}${url.pathname}`);
}

/** The living state of one site: what is published now, and what lies at which address. */
export class SimSiteState {
  private records: DocumentRecord[] = [];
  private readonly pages = new Map<string, DocumentRecord>();
  private readonly files = new Map<string, ServedFile>();
  private readonly titles = new Set<string>();
  private listCache = new Map<string, ListedRow[]>();
  /** Where withdrawn documents were listed. */
  private readonly unlisted = new Map<string, SimDocument['listings']>();

  constructor(
    readonly definition: SiteDefinition,
    readonly seed: number,
    private readonly initialDocuments: number,
    readonly today: string,
  ) {}

  /** Publishes the initial documents; the site is empty before. */
  reset(): void {
    this.records = [];
    for (const index of [this.pages, this.files, this.titles, this.unlisted]) index.clear();
    for (let index = 0; index < this.initialDocuments; index++) this.add(index, false);
    this.listCache.clear();
  }

  get size(): number {
    return this.records.length;
  }

  /** Everything that is published; withdrawn documents are marked, not missing. */
  documents(): SimDocument[] {
    return this.records.map((record) => structuredClone(record.truth));
  }

  publish(count: number): SimDocument[] {
    const from = this.records.length;
    for (let index = from; index < from + count; index++) this.add(index, true);
    this.listCache.clear();
    return this.documents().slice(from);
  }

  /** Changes the text; with `relist` the rows move to the top of their lists under today's date. */
  update(id: string, relist: boolean): SimDocument {
    const record = this.find(id);
    record.facts = { ...record.facts, revision: record.facts.revision + 1 };
    record.truth.revision = record.facts.revision;
    record.truth.probes = landmarksOf(record.facts).probes;
    if (relist) for (const listing of record.truth.listings) listing.date = this.today;
    this.listCache.clear();
    return structuredClone(record.truth);
  }

  /** Takes the pages away; with `keepListed` the rows stay and lead nowhere. */
  withdraw(id: string, keepListed: boolean): SimDocument {
    const record = this.find(id);
    record.truth.withdrawn = true;
    if (!keepListed) {
      this.unlisted.set(id, record.truth.listings);
      record.truth.listings = [];
    }
    this.listCache.clear();
    return structuredClone(record.truth);
  }

  /** Puts a withdrawn document back to where it was. */
  republish(id: string): SimDocument {
    const record = this.find(id);
    record.truth.withdrawn = false;
    record.truth.listings = this.unlisted.get(id) ?? record.truth.listings;
    this.unlisted.delete(id);
    this.listCache.clear();
    return structuredClone(record.truth);
  }

  /** The rows of one column in the order of its list: pinned rows first, then newest first. */
  rows(column: string): ListedRow[] {
    const cached = this.listCache.get(column);
    if (cached) return cached;
    const pinRank = (row: ListedRow) => (row.pinned === 'marked' ? 0 : row.pinned === 'unmarked' ? 1 : 2);
    const rows = this.records
      .flatMap((record) =>
        record.truth.listings
          .filter((listing) => listing.column === column)
          .map(({ url, date, pinned }): ListedRow => ({ record, url, date, pinned })),
      )
      .sort(
        (a, b) =>
          pinRank(a) - pinRank(b) ||
          b.date.localeCompare(a.date) ||
          // Later documents have later times within a day.
          b.record.index - a.record.index,
      );
    this.listCache.set(column, rows);
    return rows;
  }

  pageAt(url: URL): DocumentRecord | null {
    const record = atAddress(this.pages, url);
    return record && !record.truth.withdrawn ? record : null;
  }

  fileAt(url: URL): ServedFile | null {
    const file = atAddress(this.files, url);
    return file && !file.record.truth.withdrawn ? file : null;
  }

  blocks(record: DocumentRecord): Block[] {
    return composeBody(record.facts);
  }

  siteFile(): SiteFile {
    const { code, name, hosts, root, dialect } = this.definition;
    return siteFileSchema.parse({
      site_id: code,
      site_name: name,
      base_url: `http://${hosts[0]}${root}`,
      interval_sec: 0,
      respect_robots: true,
      ...dialect.siteFile(this.definition),
    });
  }

  /** Local time of the nth document of today, a minute after the one before it. */
  private momentToday(n: number): Date {
    return new Date(Date.parse(`${this.today}T09:00:00Z`) + n * 60_000);
  }

  /** Local time of the document that is `age` places from the newest; younger ones are always later. */
  private momentBefore(age: number): Date {
    const jitterDays = new SeededRandom(`${this.seed}/${this.definition.code}/age/${age}`).next() * 1.2;
    const moment = new Date(Date.parse(`${this.today}T00:00:00Z`) - (age * 1.7 - jitterDays) * 86_400_000);
    // Offices publish by day: 0-24 h become 8-18 h, in the same order.
    const secondsOfDay = (moment.getTime() % 86_400_000) / 1000;
    return new Date(moment.getTime() - secondsOfDay * 1000 + (8 * 3600 + (secondsOfDay * 10) / 24) * 1000);
  }

  private find(id: string): DocumentRecord {
    const record = this.records.find(({ truth }) => truth.id === id);
    if (!record) throw new RangeError(`The simulated site ${this.definition.code} has no document "${id}"`);
    return record;
  }

  private add(index: number, isNew: boolean): void {
    const record = draftDocument({
      site: this.definition,
      seed: this.seed,
      index,
      published: isNew
        ? this.momentToday(index - this.initialDocuments)
        : this.momentBefore(this.initialDocuments - index),
      takenTitles: this.titles,
    });
    this.records.push(record);
    this.titles.add(record.truth.title);
    for (const url of [record.truth.url, ...record.truth.otherUrls]) this.pages.set(addressKey(new URL(url)), record);
    record.truth.attachments.forEach((attachment, n) => {
      const content = record.files[n];
      const { name, format } = attachment;
      if (content) this.files.set(addressKey(new URL(attachment.url)), { name, format, content, record });
    });
  }
}
