import { createHash } from 'node:crypto';
import { type Address, type ColumnDefinition, type ShownField, type SiteDefinition } from './dialects/dialect.js';
import { makeAttachmentFile } from './files/attachment-files.js';
import { SeededRandom } from './seeded-random.js';
import {
  type AttachmentFormat,
  type DocumentKind,
  type SimAttachment,
  type SimDocument,
  type SimListing,
} from './sim-document.js';
import { type BodyFacts, landmarksOf } from './text/document-body.js';
import { chooseSubject, documentNumber, indexNumber, type Subject } from './text/official-text.js';

export interface DraftedDocument {
  /** Counts the documents of the site from the oldest. */
  index: number;
  truth: SimDocument;
  facts: BodyFacts;
  /** 公文种类, 主题分类 and the like for pages that print them. */
  subject: Subject;
  /** Contents of `truth.attachments`, in their order. */
  files: Buffer[];
}

interface DraftRequest {
  site: SiteDefinition;
  seed: number;
  /** Counts the documents of the site from the oldest. */
  index: number;
  /** Local time in Shanghai, held in the UTC fields. */
  published: Date;
  takenTitles: ReadonlySet<string>;
}

const FORMATS: readonly AttachmentFormat[] = ['pdf', 'docx', 'xlsx', 'ofd'];
const ATTACHMENT_NAMES = [
  '项目申报表',
  '责任分工一览表',
  '实施细则全文',
  '名单汇总表',
  '指标体系说明',
  '承诺书（样式）',
];

/** Makes one document with its whole truth. Features follow the index, so that even a small site has all of them. */
export function draftDocument({ site, seed, index, published, takenTitles }: DraftRequest): DraftedDocument {
  const key = `${seed}/${site.code}/${index}`;
  const random = new SeededRandom(key);
  const publishDate = published.toISOString().slice(0, 10);
  const subject = chooseSubject(site.issuer, published.getUTCFullYear(), random, takenTitles);
  const kind = kindOf(index, site);
  const address = site.dialect.address({ site, index, kind, publishDate, random });
  const columns = columnsOf(index, site, kind);
  const [url, ...rest] = [...new Set(columns.map((column) => address.urlIn(column)))] as [string, ...string[]];
  const { attachments, files } = makeAttachments(index, kind, subject, address, url, random);

  const writtenDate = shiftDays(publishDate, -random.int(1, 12));
  const fields = kind === 'file' ? [] : site.dialect.traits.shows(index);
  const shown = <T>(field: ShownField, value: T): T | null => (fields.includes(field) ? value : null);
  // A number that the page does not show as a field is not in its text either: finding it there would be no mistake.
  const docNo =
    hasNumber(subject) && fields.includes('docNo')
      ? documentNumber(subject.agency, subject.year, index + 1, random)
      : null;
  const facts: BodyFacts = {
    seed: key,
    revision: 0,
    kind,
    subject,
    issuer: site.issuer,
    docNo,
    writtenDate,
    attachmentNames: attachments.map((attachment) => attachment.name),
  };
  const truth: SimDocument = {
    id: `${site.code}/${address.nativeId}`,
    siteCode: site.code,
    nativeId: address.nativeId,
    url,
    otherUrls: rest,
    title: subject.title,
    publishDate,
    publishTime: published.toISOString().slice(11, 19),
    writtenDate: shown('writtenDate', writtenDate),
    docNo,
    indexNo: shown('indexNo', indexNumber(site.issuer, subject.year, index + 1)),
    publisher: shown('publisher', subject.agency.name),
    source: shown('source', subject.agency.name),
    validity: shown('validity', index % 23 === 11 ? 'abolished' : index % 17 === 3 ? 'expired' : 'effective'),
    topicWords: shown('topicWords', [subject.field.name, ...subject.field.objects.slice(0, 2)].join(' ')),
    openCategory: shown('openCategory', subject.field.theme),
    kind,
    attachments,
    ...landmarksOf(facts),
    listings: columns.map((column, place) => ({
      column: column.id,
      url: address.urlIn(column),
      pinned: place === 0 ? pinOf(index, site) : null,
      date: publishDate,
    })),
    encoding: site.dialect.encoding?.(index) ?? { actual: 'utf-8', meta: 'utf-8', header: 'utf-8' },
    revision: 0,
    withdrawn: false,
  };
  return { index, truth, facts, subject, files };
}

function kindOf(index: number, site: SiteDefinition): DocumentKind {
  if (index % 17 === 5) return 'image-only';
  if (site.issuer.media) return 'text';
  if (index % 17 === 9) return 'table-only';
  if (index % 13 === 4) return 'attachment-only';
  if (site.dialect.traits.listsFiles && index % 19 === 7) return 'file';
  return 'text';
}

/** A document belongs to one column; some stand in the next one as well. */
function columnsOf(index: number, site: SiteDefinition, kind: DocumentKind): ColumnDefinition[] {
  const { columns } = site;
  const own = columns[index % columns.length] ?? columns[0];
  const next = columns[(index + 1) % columns.length] ?? columns[0];
  const twice = kind !== 'file' && next !== own && (site.dialect.traits.listsTwice?.(index) ?? false);
  return twice ? [own, next] : [own];
}

/** The second and third oldest document of each column stay at the top of its list. */
function pinOf(index: number, site: SiteDefinition): SimListing['pinned'] {
  if (!site.dialect.traits.pins) return null;
  const place = Math.floor(index / site.columns.length);
  return place === 1 ? 'marked' : place === 2 ? 'unmarked' : null;
}

function hasNumber({ genre }: Subject): boolean {
  return genre !== 'news' && genre !== 'interpretation';
}

function makeAttachments(
  index: number,
  kind: DocumentKind,
  subject: Subject,
  address: Address,
  url: string,
  random: SeededRandom,
): { attachments: SimAttachment[]; files: Buffer[] } {
  const count =
    kind === 'file' || kind === 'attachment-only'
      ? 1
      : kind === 'text' && subject.genre !== 'news' && index % 4 === 1
        ? random.int(1, 3)
        : 0;
  const files: Buffer[] = [];
  const attachments = Array.from({ length: count }, (_, n): SimAttachment => {
    const format = kind === 'file' ? 'pdf' : (FORMATS[(index + n) % FORMATS.length] ?? 'pdf');
    const label = random.pick(ATTACHMENT_NAMES);
    const name =
      kind === 'file'
        ? `${subject.title}.pdf`
        : `附件${count > 1 ? n + 1 : ''}：${subject.field.name}${label}.${format}`;
    const probe = `附件校验编号${random.digits(10)}`;
    const content = makeAttachmentFile(format, attachmentLines(name, probe, subject, random));
    files.push(content);
    return {
      name,
      url: kind === 'file' ? url : address.fileUrl(n, format, name),
      format,
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      probe,
    };
  });
  return { attachments, files };
}

function attachmentLines(name: string, probe: string, subject: Subject, random: SeededRandom): string[] {
  const rows = Array.from(
    { length: random.int(10, 30) },
    (_, row) => `${row + 1}. ${random.pick(subject.field.measures)}（${random.pick(subject.field.objects)}）`,
  );
  return [name.replace(/\.\w+$/, ''), probe, ...rows];
}

function shiftDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
