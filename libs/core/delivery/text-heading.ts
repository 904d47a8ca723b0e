/** A line under which others stand. */
export interface Heading {
  /** Smaller is further out. */
  level: number;
  title: string;
  /** Whether it is an article (条) of a regulation, whose numbered items belong together. */
  isArticle: boolean;
}

const NUMBER = '[〇零一二三四五六七八九十百千两\\d]+';
const INDENT = '^[\\s\\u3000]*';
const line = (pattern: string): RegExp => new RegExp(INDENT + pattern, 'u');

interface Form {
  form: RegExp;
  level: number;
  isArticle?: boolean;
}

const FORMS: readonly Form[] = [
  { form: line(`附\\s*件\\s*(?:${NUMBER})?\\s*(?:[：:.．、]|$)`), level: 0 },
  { form: line(`第${NUMBER}编`), level: 1 },
  { form: line(`第${NUMBER}章`), level: 2 },
  { form: line(`第${NUMBER}节`), level: 3 },
  { form: line(`第${NUMBER}条(?:之${NUMBER})?`), level: 4, isArticle: true },
  { form: line('[一二三四五六七八九十百]+、'), level: 5 },
  { form: line('[（(][一二三四五六七八九十百]+[）)]'), level: 6 },
];
const MARKDOWN = /^(#{1,6})\s+\S/;
const TITLE_LENGTH = 60;

/** What a line opens, given what is open before it; null for running text. */
export function headingOf(text: string, open: readonly Heading[]): Heading | null {
  const markdown = MARKDOWN.exec(text);
  if (markdown) return { level: markdown[1]!.length / 10, title: titleOf(text.replace(/^#+/, '')), isArticle: false };
  const found = FORMS.find(({ form }) => form.test(text));
  if (!found) return null;
  // （一）、（二） of an article are its items: alone they would lose what they are items of.
  if (found.level > 4 && open.at(-1)?.isArticle) return null;
  const { level, isArticle = false } = found;
  return { level, isArticle, title: isArticle ? articleNumber(text, found.form) : titleOf(text) };
}

/** 第十条 alone: what follows on its line is its text. */
function articleNumber(text: string, form: RegExp): string {
  return form.exec(text)![0].trim();
}

function titleOf(text: string): string {
  const [...characters] = text.trim().replace(/\s+/g, ' ');
  return characters.slice(0, TITLE_LENGTH).join('');
}
