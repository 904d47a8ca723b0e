import { type AnyNode, type Element } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { createElement, Fragment, useMemo, type ReactNode } from 'react';
import { ExternalLink } from './external-link.js';

/** What keeps its name; everything else gives only its content, or nothing at all. */
const KEPT = new Set(
  'p div span h1 h2 h3 h4 h5 h6 ul ol li blockquote pre table thead tbody tfoot tr td th caption strong b em i u sub sup dl dt dd figure figcaption section article'.split(
    ' ',
  ),
);
const EMPTY = new Set(['br', 'hr']);
const DROPPED = new Set(
  'script style iframe object embed svg math template noscript textarea select title head link meta base form input button frameset xmp plaintext'.split(
    ' ',
  ),
);
const SPANS = ['colspan', 'rowspan'];

/**
 * Markup from elsewhere as elements of our own: parsed as text, never given to the browser as HTML. Links open outside;
 * pictures become links, because nothing may be loaded from another origin.
 */
export function SafeHtml({ html }: { html: string }) {
  return useMemo(() => <>{parseDocument(html).children.map(show)}</>, [html]);
}

function show(node: AnyNode, key: number): ReactNode {
  if (node.type === 'text') return node.data;
  if (!('name' in node) || !('children' in node)) return null;
  const element = node as Element;
  const name = element.name.toLowerCase();
  if (DROPPED.has(name)) return null;
  if (EMPTY.has(name)) return createElement(name, { key });
  if (name === 'img')
    return <Picture key={key} url={element.attribs['src'] ?? ''} words={element.attribs['alt'] ?? ''} />;
  const children = element.children.map(show);
  if (name === 'a') {
    return (
      <ExternalLink key={key} url={element.attribs['href'] ?? ''}>
        {children}
      </ExternalLink>
    );
  }
  if (!KEPT.has(name)) return <Fragment key={key}>{children}</Fragment>;
  const isCell = name === 'td' || name === 'th';
  const spans = isCell
    ? Object.fromEntries(
        SPANS.map((span) => [
          span === 'colspan' ? 'colSpan' : 'rowSpan',
          Number.parseInt(element.attribs[span] ?? '', 10),
        ]).filter(([, value]) => Number(value) > 1 && Number(value) <= 100),
      )
    : {};
  return createElement(name, { key, ...spans }, ...children);
}

function Picture({ url, words }: { url: string; words: string }) {
  return <ExternalLink url={url}>［图片{words ? `：${words}` : ''}］</ExternalLink>;
}
