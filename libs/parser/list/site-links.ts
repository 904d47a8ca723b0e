import { pageLinks } from '../dom/page-links.js';

/** A link with the words that name it. */
export interface NamedLink {
  url: string;
  /** Different words for the same address, in the order of the page. */
  texts: string[];
}

/** Where a page leads on its own site. */
export interface SiteLinks {
  title: string;
  links: NamedLink[];
  /** Feeds that the page announces. */
  feeds: NamedLink[];
}

const MORE = /^(?:更多|更多内容|查看更多|more|\+|>>?|»|…)+[\s>»+]*$/i;
const FEED_TYPE = /\b(?:rss|atom|feed)\b/;
const TITLE = /<title[^>]{0,200}>([^<]{0,300})/i;

/** Whether the words of a link only say that there is more. */
export function saysMore(text: string): boolean {
  return text === '' || MORE.test(text.replace(/\s+/g, ''));
}

/** Every address once, with all that the page calls it. */
export function siteLinks(html: string, pageUrl: string): SiteLinks {
  const links = new Map<string, NamedLink>();
  const feeds = new Map<string, NamedLink>();
  for (const link of pageLinks(html, pageUrl)) {
    const url = link.url.replace(/#.*$/, '');
    if (link.element === 'link') {
      if (/alternate/i.test(link.rel) && FEED_TYPE.test(link.type)) feeds.set(url, { url, texts: [link.title] });
      continue;
    }
    const text = link.text || link.title;
    const known = links.get(url);
    if (!known) links.set(url, { url, texts: [text] });
    else if (!known.texts.includes(text)) known.texts.push(text);
  }
  const title = TITLE.exec(html)?.[1]?.trim() ?? '';
  return { title, links: [...links.values()], feeds: [...feeds.values()] };
}
