import { attribute, type PageElement } from '../../dom/page-node.js';

/**
 * What tag, role, class and id say about an element: the node of an editor, a part of the article's surroundings,
 * page furniture, a discussion, or nothing.
 */
export type Zone = 'editor' | 'article' | 'furniture' | 'discussion' | null;

const FURNITURE_TAGS = new Set(['nav', 'footer', 'aside', 'menu', 'dialog', 'button', 'select', 'fieldset']);
const FURNITURE_ROLES = new Set(
  'navigation complementary banner contentinfo menu menubar dialog alertdialog search toolbar'.split(' '),
);
/** Names that content systems and their templates give to the node that holds nothing but the text. */
const EDITOR = new RegExp(
  [
    'trs_(?:u?editor|editor_view)',
    'ucap-?content',
    'zoom(?:con)?',
    'ivs_content',
    'vsb_content\\w*',
    'v_news_content',
    'wp_articlecontent',
    '(?:article|news|post|entry|story|detail|text|main|con)[-_]?(?:content|body|text|txt|con|cont|article)',
    'js_content',
    'zhengwen|artibody|endtext',
  ]
    .map((name) => `(?:${name})`)
    .join('|')
    .replace(/^(.*)$/, '(?:^|\\s)(?:$1)(?=\\s|$)'),
  'i',
);
const DISCUSSION =
  /(?:^|[\s_-])(?:comments?|commentlist|disqus(?:_thread)?|respond|replies|livefyre|pinglun)(?:$|[\s_-])/i;
const FURNITURE = new RegExp(
  'share|social|related|recommend|promo|newsletter|subscri|side-?bar|footer|foot(?:$|[\\s_-])|masthead|header|' +
    'navi?(?:$|[\\s_-])|navbar|menu|crumb|copyright|banner|advert|sponsor|(?:^|[\\s_-])ads?(?:$|[\\s_-])|popup|modal|' +
    'cookie|login|signup|sign-up|search|toolbar|qrcode|erweima|outbrain|taboola|widget|pagination|pager|skip-|' +
    'tag-?list|tags(?:$|[\\s_-])|more-(?:stories|from|on|in)|read-?more|also-?(?:read|like)|most-?(?:read|popular)|' +
    'trending|teaser|xiangguan|tuijian|fenxiang|daohang|banquan',
  'i',
);
const ARTICLE = /article|content|story|entry|post(?:$|[\s_-])|main|body|text|detail|editor|column|page|wrap/i;
/** Too small to be the wrapper of an article that merely bears an unlucky name. */
const SMALL_TAGS = new Set(['p', 'span', 'ul', 'ol', 'li', 'a', 'h1', 'h2', 'h3', 'h4']);

export function zoneOf(element: PageElement): Zone {
  if (FURNITURE_TAGS.has(element.name)) return 'furniture';
  if (element.name === 'article') return 'article';
  if (element.attributes.length === 0 || element.name === 'body' || element.name === 'html') return null;
  const role = attribute(element, 'role');
  if (role !== undefined && FURNITURE_ROLES.has(role)) return 'furniture';
  const hints = hintsOf(element);
  if (!hints) return null;
  const zone = zoneOfHints(hints);
  return zone === 'mixed' ? (SMALL_TAGS.has(element.name) ? 'furniture' : null) : zone;
}

/** Class and id as one text. */
export function hintsOf(element: PageElement): string {
  const names = attribute(element, 'class');
  const id = attribute(element, 'id');
  if (names === undefined) return id ?? '';
  return id === undefined ? names : `${names} ${id}`;
}

const known = new Map<string, Zone | 'mixed'>();
const KNOWN_LIMIT = 5_000;
const LONGEST_HINTS = 300;

/** The pages of a site use the same few names over and over. */
function zoneOfHints(hints: string): Zone | 'mixed' {
  const cached = known.get(hints);
  if (cached !== undefined) return cached;
  const zone = readHints(hints.slice(0, LONGEST_HINTS));
  if (hints.length > LONGEST_HINTS) return zone;
  if (known.size >= KNOWN_LIMIT) known.clear();
  known.set(detached(hints), zone);
  return zone;
}

/** A copy that stands alone: a piece cut out of a page keeps the whole page in memory for as long as it is kept. */
function detached(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

function readHints(hints: string): Zone | 'mixed' {
  if (EDITOR.test(hints)) return 'editor';
  if (DISCUSSION.test(hints)) return 'discussion';
  const isArticle = ARTICLE.test(hints);
  if (FURNITURE.test(hints)) return isArticle ? 'mixed' : 'furniture';
  return isArticle ? 'article' : null;
}

/** Not displayed, as far as the page itself says so. */
export function isHidden(element: PageElement): boolean {
  if (element.attributes.length === 0) return false;
  const style = attribute(element, 'style');
  if (style !== undefined && /display\s*:\s*none/i.test(style)) return true;
  return attribute(element, 'hidden') !== undefined;
}
