import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { dateTermsOf, foldText, pairsOf, titleTermsOf } from '@govcrawler/core';
import { type ArticleEntity } from '../entities/article.entity.js';

/** What is searched in: pieces that words do not reach across. */
export interface IndexedText {
  /** Terms of what can be filtered by. */
  attributes: string[];
  title: string;
  /** Number, publisher and other short facts. */
  facts: string;
  body: string;
  /** Name and text of each file. */
  files: string[];
}

/** The columns that the index is made of. */
export const INDEXED_COLUMNS = [
  'id',
  'siteId',
  'targetId',
  'deptId',
  'title',
  'publishTime',
  'publisher',
  'contentCategory',
  'indexNo',
  'docNo',
  'topicWords',
  'contentText',
  'textPath',
  'hasAttachment',
  'status',
] as const satisfies (keyof ArticleEntity)[];

export type IndexedArticle = Pick<ArticleEntity, (typeof INDEXED_COLUMNS)[number]>;

/** Terms of filters have an equals sign, which no word has. */
export const attribute = {
  /** Every document has it. */
  any: '*',
  site: (id: number) => `s=${id}`,
  target: (id: number) => `t=${id}`,
  department: (id: number) => `p=${id}`,
  status: (status: string) => `st=${status}`,
  files: (has: boolean) => `f=${has ? 1 : 0}`,
  /** A hash: categories are free text of any length. */
  category: (name: string) => `c=${createHash('sha256').update(name).digest('hex').slice(0, 24)}`,
};

const SEPARATOR = '\u001f';
/** Fifty times the usual length; what lies behind is kept and shown, but not found. */
const MAX_CHARACTERS = 200_000;

export function indexedTextOf(article: IndexedArticle, body: string, files: string[]): IndexedText {
  const { siteId, targetId, deptId, status, hasAttachment, contentCategory, publishTime } = article;
  const attributes = [attribute.any, attribute.site(siteId), attribute.status(status), attribute.files(hasAttachment)];
  if (targetId !== null) attributes.push(attribute.target(targetId));
  if (deptId !== null) attributes.push(attribute.department(deptId));
  if (contentCategory !== null) attributes.push(attribute.category(contentCategory));
  if (publishTime !== null) attributes.push(...dateTermsOf(publishTime));
  const facts = [article.docNo, article.indexNo, article.publisher, article.topicWords].filter(Boolean).join('\n');
  let left = MAX_CHARACTERS;
  const within = (text: string) => {
    const cut = text.slice(0, left).replaceAll(SEPARATOR, ' ');
    left -= cut.length;
    return cut;
  };
  const [title, shortFacts, text] = [within(article.title), within(facts), within(body)];
  return { attributes, title, facts: shortFacts, body: text, files: files.map(within).filter((file) => file !== '') };
}

/** Everything the document can be found by. */
export function termsOf(text: IndexedText): Set<string> {
  const terms = titleTermsOf(text.title);
  for (const term of text.attributes) terms.add(term);
  for (const part of searchedParts(text)) pairsOf(part, terms);
  return terms;
}

export function searchedParts({ title, facts, body, files }: IndexedText): string[] {
  return [title, facts, body, ...files];
}

/** What words are looked for in by the database, byte by byte: in UTF-8 no character begins inside another one. */
export function foldedTextOf(text: IndexedText): Buffer {
  return Buffer.from(searchedParts(text).map(foldText).join(SEPARATOR), 'utf8');
}

/** As it is stored: Chinese text shrinks to a third. */
export function packText({ attributes, title, facts, body, files }: IndexedText): Buffer {
  const parts = [attributes.join(' '), title, facts, body, ...files];
  return deflateRawSync(Buffer.from(parts.join(SEPARATOR), 'utf8'), { level: 3 });
}

export function unpackText(packed: Uint8Array): IndexedText {
  const [attributes = '', title = '', facts = '', body = '', ...files] = inflateRawSync(packed)
    .toString('utf8')
    .split(SEPARATOR);
  return { attributes: attributes.split(' '), title, facts, body, files };
}
