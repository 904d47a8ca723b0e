const words = (list: string): string[] => list.split(' ');

/** What the tree builder has to know of a tag, found with one look-up. */
export interface TagRules {
  readonly name: string;
  /** Index of its count of open elements. */
  readonly id: number;
  isVoid: boolean;
  /** Its content is no markup and ends at its own end tag only. */
  isRawText: boolean;
  /** May stand in the head of a page. */
  isHead: boolean;
  isFormatting: boolean;
  /** An end tag never reaches through it: a stray `</div>` in a table cell leaves the cell open. */
  isScope: boolean;
  closesParagraph: boolean;
  isHeading: boolean;
  isTablePart: boolean;
  /** Holds items or cells and no text of its own. */
  isStructure: boolean;
  /** html, head, body: there is one of each. */
  isFrame: boolean;
  /** Open elements that end where it begins, back to the list or table they stand in. */
  replaces: ReadonlySet<string> | null;
}

const RULES = new Map<string, TagRules>();

/** All tags without rules share one count of open elements. */
const UNKNOWN_TAG = 0;

function rulesFor(name: string): TagRules {
  const known = RULES.get(name);
  if (known) return known;
  const fresh = freshRules(name, RULES.size + 1);
  RULES.set(name, fresh);
  return fresh;
}

function freshRules(name: string, id: number): TagRules {
  return {
    name,
    id,
    isVoid: false,
    isRawText: false,
    isHead: false,
    isFormatting: false,
    isScope: false,
    closesParagraph: false,
    isHeading: false,
    isTablePart: false,
    isStructure: false,
    isFrame: false,
    replaces: null,
  };
}

type Flag = Exclude<keyof TagRules, 'name' | 'id' | 'replaces'>;

function mark(flag: Flag, names: string): void {
  for (const name of words(names)) rulesFor(name)[flag] = true;
}

mark('isVoid', 'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr');
mark('isRawText', 'script style textarea title xmp iframe noembed noframes');
mark('isHead', 'base basefont bgsound link meta noframes script style template title noscript');
mark(
  'isFormatting',
  'a abbr acronym b big cite code del dfn em font i ins kbd label mark nobr q s samp small span strike strong sub sup tt u var',
);
mark('isScope', 'table td th caption object template marquee applet html #document');
mark(
  'closesParagraph',
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 ' +
    'h5 h6 header hgroup hr li dd dt main menu nav ol p pre section summary table ul listing plaintext xmp',
);
mark('isHeading', 'h1 h2 h3 h4 h5 h6');
mark('isTablePart', 'table td th tr tbody thead tfoot caption colgroup');
mark('isStructure', 'table tbody thead tfoot tr ul ol dl html head select');
mark('isFrame', 'html head body');

const REPLACED: [string, string][] = [
  ['li', 'li'],
  ['dd dt', 'dd dt'],
  ['td th', 'td th'],
  ['tr', 'td th tr'],
  ['tbody thead tfoot', 'td th tr tbody thead tfoot'],
];
for (const [names, replaced] of REPLACED) {
  for (const name of words(names)) rulesFor(name).replaces = new Set(words(replaced));
}
// Known so that their names are shared; they follow no rule of their own.
for (const name of words('p div ul ol dl optgroup option select button noscript')) rulesFor(name);

/** How many counts of open elements there are. */
export const KNOWN_TAGS = RULES.size + 1;

/** Rules of a tag by its lower-case name. */
export function tagRules(name: string): TagRules {
  return RULES.get(name) ?? freshRules(name, UNKNOWN_TAG);
}
