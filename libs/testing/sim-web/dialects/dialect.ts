import { type SiteFile } from '@govcrawler/contracts';
import { type SeededRandom } from '../seeded-random.js';
import { type AttachmentFormat, type DocumentKind, type PageEncoding } from '../sim-document.js';
import { type DocumentRecord, type SimSiteState } from '../sim-site.js';
import { type Issuer } from '../text/official-text.js';

/** The ways of publishing that the simulated sites imitate. */
export type DialectId =
  'trs' | 'nfcms' | 'gkmlpt' | 'gov-cn-xxgk' | 'gov-cn-zcwjk' | 'xinhua' | 'netease' | 'feeds' | 'gbk-county';

export interface ColumnDefinition {
  id: string;
  name: string;
  /** Path of the list on the site's first host; ends with a slash where pages lie below it. */
  path: string;
  category: string;
  /** The column's id inside its CMS, where the dialect has one. */
  cmsId?: number;
}

/** Everything about a site that does not depend on the seed. */
export interface SiteDefinition {
  code: string;
  name: string;
  dialect: Dialect;
  /** The first one is the host of the home page, and so the lane. */
  hosts: readonly [string, ...string[]];
  /** Path of the home page, with a slash at both ends. */
  root: string;
  /** Part of 600 documents. */
  share: number;
  columns: readonly [ColumnDefinition, ...ColumnDefinition[]];
  issuer: Issuer;
  pageSize: number;
  /** Compress answers for clients that accept it. */
  gzip?: boolean;
}

export interface SimRequest {
  method: string;
  host: string;
  url: URL;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  /** Set by the fault of the same name: lists go on for ever, with the same rows again or with new addresses. */
  endless: 'repeat' | 'fresh' | null;
}

export interface SimResponse {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

/** A document before it has an address. */
export interface AddressDraft {
  site: SiteDefinition;
  /** Counts the documents of the site from the oldest. */
  index: number;
  kind: DocumentKind;
  publishDate: string;
  random: SeededRandom;
}

export interface Address {
  nativeId: string;
  /** Address under a column; the same for every column where the CMS keeps one page per document. */
  urlIn(column: ColumnDefinition): string;
  /** Address of the n-th attachment. */
  fileUrl(n: number, format: AttachmentFormat, name: string): string;
}

/** Truth fields that a page may or may not show. */
export type ShownField =
  'docNo' | 'indexNo' | 'publisher' | 'source' | 'validity' | 'writtenDate' | 'topicWords' | 'openCategory';

/** What a dialect shows and plays tricks with. */
export interface DialectTraits {
  /** Fields that the pages or APIs of this document show; the others are null in the ground truth. */
  shows(index: number): readonly ShownField[];
  /** Some list rows link to a file directly. */
  listsFiles?: boolean;
  /** Old rows stand at the top of page 1. */
  pins?: boolean;
  /** Is this document listed in the next column too? */
  listsTwice?(index: number): boolean;
}

/** Every eleventh document: how most dialects choose what they list twice. */
export function everyEleventh(index: number): boolean {
  return index % 11 === 6;
}

/** One way of publishing: addresses, pages and lists, and the site file that reads them. */
export interface Dialect {
  readonly id: DialectId;
  readonly traits: DialectTraits;
  address(draft: AddressDraft): Address;
  encoding?(index: number): PageEncoding;
  renderDetail(site: SimSiteState, record: DocumentRecord, request: SimRequest): SimResponse;
  /** Home page, lists and APIs; null when nothing lies at the address. */
  respond(site: SimSiteState, request: SimRequest): SimResponse | null;
  /** The parts of the site file that the dialect decides. */
  siteFile(site: SiteDefinition): Pick<SiteFile, 'adapter' | 'adapter_params' | 'default_column' | 'columns'>;
}
