import { type AttachmentLink, type CrawlItem, type CrawlPlan, type Validity } from '@govcrawler/contracts';
import { buildItem } from '../listing/build-item.js';
import { fileItemParts } from '../listing/file-item.js';
import { cleanDocNo, cleanTitle, publishedAt, type PublishedAt } from '../listing/list-fields.js';
import { objectsAt, parseJson, textField, type JsonObject } from '../listing/read-json.js';

/** A page of the platform itself; everything else is a link to another site (WeChat, portal, interpretation service). */
const PLATFORM_PAGE = /\/gkmlpt\/.*content\//;

/** Is this a document page of the platform? Its own selectors fit nowhere else. */
export function isPlatformPage(url: string): boolean {
  return PLATFORM_PAGE.test(url);
}

/** One article of the list API as an item; null for a row without a usable link or title. */
export function gkmlptItem(plan: CrawlPlan, article: JsonObject, listUrl: string, now: Date): CrawlItem | null {
  const title = cleanTitle(textField(article, 'title', 'name') ?? '');
  const url = articleUrl(article, listUrl);
  if (!title || url === null) return null;
  const attachments = attachmentsOf(article, listUrl);
  const written = publishedAt(textField(article, 'date'), now).publishDate;
  return buildItem(plan, {
    url,
    title,
    ...published(article, now),
    nativePostId: textField(article, 'id', 'post_id'),
    docNo: cleanDocNo(textField(article, 'document_number', 'doc_no')),
    indexNo: textField(article, 'identifier', 'index_no'),
    publisher: textField(article, 'publisher', 'source'),
    topicWords: textField(article, 'keywords', 'topic_words'),
    openCategory: textField(article, 'classify_theme_name', 'classify_main_name'),
    validity: validityOf(article),
    metadata: {
      ...(isPlatformPage(url) ? {} : { leavesPlatform: true }),
      ...described(article),
      ...(written === null ? {} : { writtenDate: written }),
    },
    ...fileItemParts(url, title, attachments),
  });
}

/** `post_url` is the same document on the portal; it only serves where the platform gives no address. */
function articleUrl(article: JsonObject, listUrl: string): string | null {
  const link = textField(article, 'url', 'post_url', 'link');
  if (link === null || !URL.canParse(link, listUrl)) return null;
  const url = new URL(link, listUrl);
  // The fragment only tells the page which column to mark in its menu.
  url.hash = '';
  return url.href;
}

/** created_at is the day shown as 发布日期; the moment comes from another field if it is the same day's. */
function published(article: JsonObject, now: Date): PublishedAt {
  const day = publishedAt(textField(article, 'created_at', 'publish_time', 'pub_time'), now);
  const moment = publishedAt(textField(article, 'display_publish_time', 'first_publish_time', 'create_time'), now);
  if (day.publishDate === null) return moment;
  if (day.publishTime === null && moment.publishDate === day.publishDate) return moment;
  return day;
}

function validityOf(article: JsonObject): Validity | null {
  const [expired, abolished] = [article.is_expired, article.is_abolished].map((flag) =>
    flag === undefined || flag === null || flag === '' ? null : /^(?:1|true)$/i.test(String(flag)),
  );
  if (abolished) return 'abolished';
  if (expired) return 'expired';
  return expired === null && abolished === null ? null : 'effective';
}

/** A list of files, or a JSON string of one. */
function attachmentsOf({ attachment }: JsonObject, listUrl: string): AttachmentLink[] {
  const files = objectsAt(typeof attachment === 'string' ? parseJson(attachment) : attachment, '') ?? [];
  return files.flatMap((file) => {
    const link = textField(file, 'url');
    return link === null || !URL.canParse(link, listUrl)
      ? []
      : [{ url: new URL(link, listUrl).href, name: textField(file, 'name') }];
  });
}

/** Facts without a field of their own. */
function described(article: JsonObject): Record<string, string> {
  const facts = {
    genre: textField(article, 'classify_genre_name'),
    catalogue: textField(article, 'classify_main_name'),
    abstract: textField(article, 'abstract'),
    portalUrl: textField(article, 'post_url'),
  };
  return Object.fromEntries(Object.entries(facts).filter((entry): entry is [string, string] => entry[1] !== null));
}
