import { type CrawlItem, type CrawlPlan } from '@govcrawler/contracts';
import { buildItem } from '../listing/build-item.js';
import { cleanDocNo, cleanTitle, publishedAt } from '../listing/list-fields.js';
import { objectsAt, textField, type JsonObject } from '../listing/read-json.js';

/** Names under which the rows of JSON lists keep what they tell; the first filled one counts. */
export interface RowFields {
  title: string[];
  url: string[];
  time: string[];
  source: string[];
  keywords: string[];
  id: string[];
  docNo: string[];
}

/** What the known JSON lists use: Xinhua's ds_*.json, gov.cn's static feeds, NetEase's channel scripts. */
export const KNOWN_FIELDS: RowFields = {
  title: ['showTitle', 'title', 'TITLE', 'maintitle'],
  url: ['publishUrl', 'url', 'URL', 'docurl', 'link', 'pub_url'],
  time: ['publishTime', 'DOCRELPUBTIME', 'pubtime', 'publish_time', 'time', 'date'],
  source: ['sourceText', 'source'],
  keywords: ['keywords'],
  id: ['contentId', 'docid', 'id'],
  docNo: ['fwzh', 'document_number'],
};

/** Where the known lists keep their rows; '' is the answer itself. */
const KNOWN_PATHS = ['datasource', 'data.list', 'data', 'list', ''];

/** The rows of a JSON list at the path, or at one of the usual places; null when there are none anywhere. */
export function jsonRows(json: unknown, path: string | undefined): JsonObject[] | null {
  if (path !== undefined) return objectsAt(json, path);
  for (const known of KNOWN_PATHS) {
    const rows = objectsAt(json, known);
    if (rows !== null) return rows;
  }
  return null;
}

/** One row as an item; its link is relative to the list. Null for a row without a usable link or title. */
export function jsonItem(
  plan: CrawlPlan,
  row: JsonObject,
  fields: RowFields,
  listUrl: string,
  now: Date,
): CrawlItem | null {
  const title = cleanTitle(textField(row, ...fields.title) ?? '');
  const link = textField(row, ...fields.url);
  if (!title || link === null || !URL.canParse(link, listUrl)) return null;
  const id = textField(row, ...fields.id);
  return buildItem(plan, {
    url: new URL(link, listUrl).href,
    title,
    ...publishedAt(textField(row, ...fields.time), now),
    nativePostId: id !== null && id.length <= 64 ? id : null,
    sourceRaw: textField(row, ...fields.source),
    topicWords: keywordsOf(row, fields),
    docNo: cleanDocNo(textField(row, ...fields.docNo)),
  });
}

/** Text, or a list of objects with a name, as NetEase writes them. */
function keywordsOf(row: JsonObject, { keywords }: RowFields): string | null {
  const text = textField(row, ...keywords);
  if (text !== null) return text;
  const words = keywords
    .flatMap((name) => objectsAt(row, name) ?? [])
    .flatMap((word) => textField(word, 'keyname', 'name') ?? []);
  return words.length > 0 ? words.join(' ') : null;
}
