import { ConfigError } from '@govcrawler/core';
import { generateOpml, parseOpml } from 'feedsmith';

/** One feed of a reading list. */
export interface OpmlFeed {
  url: string;
  name: string;
  /** Names of the folders around it, outermost first. */
  folders: string[];
}

const EMPTY = '<?xml version="1.0" encoding="utf-8"?>\n<opml version="2.0"><head/><body/></opml>\n';
const MAX_DEPTH = 50;
const MAX_FEEDS = 20_000;

interface Outline {
  text?: string;
  title?: string;
  xmlUrl?: string;
  outlines?: Outline[];
}

/** The feeds of an OPML file in its order; whatever has no address is a folder. Throws ConfigError for anything else. */
export function readOpml(text: string): OpmlFeed[] {
  let outlines: Outline[];
  try {
    outlines = (parseOpml(text.replace(/^[^<]*/, '')).body?.outlines ?? []) as Outline[];
  } catch (cause) {
    throw new ConfigError('不是有效的 OPML 文件', { cause });
  }
  const feeds: OpmlFeed[] = [];
  const visit = (outline: Outline, folders: string[]) => {
    if (folders.length > MAX_DEPTH) throw new ConfigError(`OPML 的分类层数超过 ${MAX_DEPTH}`);
    const name = (outline.text ?? outline.title ?? '').replace(/\s+/g, ' ').trim();
    const url = outline.xmlUrl?.trim();
    if (url) {
      if (feeds.length >= MAX_FEEDS) throw new ConfigError(`OPML 中的订阅源超过 ${MAX_FEEDS} 个`);
      feeds.push({ url, name: name || url, folders });
    }
    // Some readers nest feeds below a feed: it is its own folder then.
    const inside = name === '' ? folders : [...folders, name];
    for (const child of outline.outlines ?? []) visit(child, inside);
  };
  for (const outline of outlines) visit(outline, []);
  return feeds;
}

/** An OPML file that any reader takes; folders are the slash-separated parts of a category. */
export function writeOpml(
  title: string,
  feeds: readonly { url: string; name: string; category: string | null; siteUrl: string }[],
): string {
  const root: Outline[] = [];
  const folderOf = (category: string | null): Outline[] =>
    (category ?? '')
      .split('/')
      .map((part) => part.trim())
      .filter(Boolean)
      .reduce((level, text) => {
        const known = level.find((outline) => outline.text === text && outline.xmlUrl === undefined);
        const folder = known ?? { text, outlines: [] };
        if (!known) level.push(folder);
        return (folder.outlines ??= []);
      }, root);
  for (const { url, name, category, siteUrl } of feeds) {
    const feed = { text: clean(name), title: clean(name), type: 'rss', xmlUrl: url, htmlUrl: siteUrl };
    folderOf(category === null ? null : clean(category)).push(feed);
  }
  // The library refuses a list without anything in it.
  if (root.length === 0) return EMPTY;
  return generateOpml({ head: { title }, body: { outlines: root as never } }) as string;
}

/** XML cannot carry these, not even escaped. */
function clean(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
}
