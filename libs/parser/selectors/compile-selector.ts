import { tokenize, type Token } from 'parsel-ts';
import { attribute, oneLine, type PageElement } from '../dom/page-node.js';
import { compileCss, type ElementTest } from './css-engine.js';
import { ownText } from './own-text.js';
import { SelectorError } from './selector.error.js';

/** What an alternative reads from the element it finds. */
type Reading = { kind: 'element' } | { kind: 'text' } | { kind: 'attribute'; name: string };

/** The cheapest thing every match must have; most elements fail it before the full test runs. */
type Hint = { kind: 'id' | 'class' | 'tag'; value: string } | null;

interface Matcher {
  css: string;
  /** null for a selector relative to its scope, which is compiled for each scope. */
  test: ElementTest | null;
  hint: Hint;
}

interface Alternative extends Matcher {
  reading: Reading;
  rowVariant: Matcher | null;
}

interface PositionedToken {
  token: Token | string;
  start: number;
  end: number;
}

/** A selector of the dialect, ready to run: CSS with `::text`, `::attr(name)` and alternatives. */
export class CompiledSelector {
  constructor(
    readonly source: string,
    private readonly alternatives: readonly Alternative[],
  ) {}

  /** Matches of the first alternative that has any, in document order. */
  firstMatches(elements: readonly PageElement[], scope: PageElement): PageElement[] {
    for (const alternative of this.alternatives) {
      const found = matches(alternative, elements, scope);
      if (found.length > 0) return found;
    }
    return [];
  }

  /** Matches of each alternative, in the order in which the alternatives are written. */
  *matchesByAlternative(elements: readonly PageElement[], scope: PageElement): Generator<PageElement[]> {
    for (const alternative of this.alternatives) {
      const found = matches(alternative, elements, scope);
      if (found.length > 0) yield found;
    }
  }

  /** Matches of all alternatives together, in document order: what the comma means in plain CSS. */
  allMatches(elements: readonly PageElement[], scope: PageElement): PageElement[] {
    if (this.alternatives.length === 1) return this.firstMatches(elements, scope);
    const found = new Set(this.alternatives.flatMap((alternative) => matches(alternative, elements, scope)));
    return elements.filter((element) => found.has(element));
  }

  /** The first non-empty value, alternatives tried in order. */
  firstValue(elements: readonly PageElement[], scope: PageElement): string | null {
    for (const alternative of this.alternatives) {
      for (const element of matches(alternative, elements, scope)) {
        const value = read(element, alternative.reading);
        if (value) return value;
      }
    }
    return null;
  }
}

function read(element: PageElement, reading: Reading): string {
  if (reading.kind === 'attribute') return (attribute(element, reading.name) ?? '').trim();
  return oneLine(ownText(element));
}

/**
 * Elements that an alternative finds. Where it finds nothing, `tbody` is taken as written or left out: browsers add one
 * that pages do not have, and selectors copied from a browser name it.
 */
function matches(alternative: Alternative, elements: readonly PageElement[], scope: PageElement): PageElement[] {
  const found = strictMatches(alternative, elements, scope);
  if (found.length > 0 || alternative.rowVariant === null) return found;
  return strictMatches(alternative.rowVariant, elements, scope);
}

function strictMatches(alternative: Matcher, elements: readonly PageElement[], scope: PageElement): PageElement[] {
  const test = alternative.test ?? compileCss(alternative.css, scope);
  const { hint } = alternative;
  const found: PageElement[] = [];
  for (const element of elements) {
    if (hint !== null && !fits(element, hint)) continue;
    if (test(element)) found.push(element);
  }
  return found;
}

function fits(element: PageElement, hint: NonNullable<Hint>): boolean {
  if (hint.kind === 'tag') return element.name === hint.value;
  return attribute(element, hint.kind) !== undefined;
}

const cache = new Map<string, CompiledSelector>();
const CACHE_LIMIT = 2_000;

/** Compiles a selector once; throws SelectorError with the place of the mistake. */
export function compileSelector(text: string): CompiledSelector {
  const known = cache.get(text);
  if (known) return known;
  const compiled = new CompiledSelector(
    text,
    splitAlternatives(text).map((tokens) => compileAlternative(text, tokens)),
  );
  if (cache.size >= CACHE_LIMIT) cache.clear();
  cache.set(text, compiled);
  return compiled;
}

function splitAlternatives(text: string): PositionedToken[][] {
  if (!text.trim()) throw new SelectorError('The selector is empty', 0);
  const indent = text.length - text.trimStart().length;
  const alternatives: PositionedToken[][] = [[]];
  let offset = indent;
  for (const token of readTokens(text)) {
    const start = offset;
    offset = typeof token === 'string' ? start + token.length : indent + token.pos[1];
    if (typeof token === 'string' && token.trim()) {
      throw new SelectorError(`Unexpected "${token.trim().slice(0, 20)}"`, start);
    }
    if (typeof token !== 'string' && token.type === 'comma') {
      alternatives.push([]);
      // parsel-ts counts the spaces around a comma to the comma; the alternative starts behind them.
    } else alternatives.at(-1)?.push({ token, start, end: offset });
  }
  let reached = indent;
  for (const tokens of alternatives) {
    if (tokens.length === 0) throw new SelectorError('An alternative between commas is empty', reached);
    reached = tokens.at(-1)?.end ?? reached;
  }
  return alternatives;
}

function readTokens(text: string): (Token | string)[] {
  try {
    return tokenize(text) ?? [];
  } catch (cause) {
    throw new SelectorError(`Not a CSS selector: ${(cause as Error).message}`, 0, { cause });
  }
}

function compileAlternative(text: string, tokens: readonly PositionedToken[]): Alternative {
  const reading = readPseudoElement(text, tokens);
  const plain = reading.kind === 'element' ? tokens : tokens.slice(0, -1);
  const start = plain[0]?.start ?? 0;
  const css = plain.length === 0 ? '*' : text.slice(start, plain.at(-1)?.end).trim();
  refuseLooseCombinators(plain);
  const relative = /^[>+~]/.test(css) || /:scope\b/.test(css);
  try {
    const matcher = (written: string): Matcher => {
      const test = compileCss(written);
      return { css: written, test: relative ? null : test, hint: hintOf(plain) };
    };
    const variant = rowVariant(css);
    return { ...matcher(css), reading, rowVariant: variant === null ? null : matcher(variant) };
  } catch (cause) {
    throw new SelectorError((cause as Error).message, failingToken(text, plain) ?? start, { cause });
  }
}

function refuseLooseCombinators(tokens: readonly PositionedToken[]): void {
  tokens.forEach(({ token, start }, at) => {
    if (typeof token === 'string' || token.type !== 'combinator') return;
    const next = tokens[at + 1]?.token;
    if (next === undefined) throw new SelectorError(`Nothing follows "${token.content}"`, start);
    if (typeof next !== 'string' && next.type === 'combinator') {
      throw new SelectorError(`"${next.content}" follows "${token.content}"`, tokens[at + 1]?.start ?? start);
    }
  });
}

function rowVariant(css: string): string | null {
  const without = css.replace(/\s*>\s*tbody(?=\s*>)/gi, '');
  if (without !== css) return without;
  const withBody = css.replace(/(^|\s|>)(table[^\s>,]*)\s*>\s*tr\b/gi, '$1$2 > tbody > tr');
  return withBody === css ? null : withBody;
}

function readPseudoElement(text: string, tokens: readonly PositionedToken[]): Reading {
  const misplaced = tokens.slice(0, -1).find(({ token }) => isPseudoElement(token));
  if (misplaced) throw new SelectorError('A pseudo-element can only stand at the end', misplaced.start);
  const last = tokens.at(-1);
  if (!last || !isPseudoElement(last.token)) return { kind: 'element' };
  const written = text.slice(last.start, last.end);
  if (written === '::text') return { kind: 'text' };
  const name = /^::attr\(\s*["']?([^\s"'()]+)["']?\s*\)$/.exec(written)?.[1];
  if (name === undefined) {
    throw new SelectorError(`Unknown pseudo-element "${written}": use ::text or ::attr(name)`, last.start);
  }
  return { kind: 'attribute', name: name.toLowerCase() };
}

function isPseudoElement(token: Token | string): boolean {
  return typeof token !== 'string' && token.type === 'pseudo-element';
}

/** Only attributes and pseudo-classes can be well-formed tokens and still be refused by the engine. */
function failingToken(text: string, tokens: readonly PositionedToken[]): number | null {
  for (const { start, end } of tokens) {
    const part = text.slice(start, end).trim();
    if (!/^[[:#.]/.test(part)) continue;
    try {
      compileCss(part);
    } catch {
      return start;
    }
  }
  return null;
}

function hintOf(tokens: readonly PositionedToken[]): Hint {
  let hint: Hint = null;
  for (const { token } of tokens) {
    if (typeof token === 'string') continue;
    if (token.type === 'combinator') hint = null;
    else if (token.type === 'id') hint = { kind: 'id', value: token.name };
    else if (token.type === 'type' && hint === null) hint = { kind: 'tag', value: token.name.toLowerCase() };
    else if (token.type === 'class' && hint?.kind !== 'id') hint = { kind: 'class', value: token.name };
  }
  return hint;
}
