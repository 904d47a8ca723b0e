import { type ListMarkView } from '@govcrawler/contracts';
import { useEffect, useRef } from 'react';

const MARKS: Record<keyof ListMarkView, string> = {
  row: 'outline: 2px solid #4a83c9; outline-offset: -1px;',
  href: 'background: #fde68a;',
  title: 'background: #fde68a;',
  date: 'background: #bbf7d0;',
};

interface PageSnapshotProps {
  html: string;
  marks: ListMarkView | null;
  title: string;
  /** The data-gc of what was clicked. */
  onPoint?: (element: number) => void;
}

/**
 * A fetched page with what was found on it marked. The frame may not run scripts; it is of our origin only so that we
 * can mark its elements and hear clicks on them.
 */
export function PageSnapshot({ html, marks, title, onPoint }: PageSnapshotProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const point = useRef(onPoint);
  point.current = onPoint;
  useEffect(() => {
    const place = frame.current;
    if (!place) return;
    const onLoad = (): void => {
      const page = place.contentDocument;
      const window = place.contentWindow as (Window & typeof globalThis) | null;
      if (!page || !window) return;
      const sheet = new window.CSSStyleSheet();
      sheet.replaceSync(`${markRules(marks)}\nbody { cursor: pointer; font-family: sans-serif; }`);
      page.adoptedStyleSheets = [sheet];
      page.onclick = (event) => {
        event.preventDefault();
        const element = (event.target as Element).closest('[data-gc]');
        const number = Number(element?.getAttribute('data-gc'));
        if (element && Number.isInteger(number)) point.current?.(number);
      };
      const [first] = marks?.row ?? [];
      page.querySelector(`[data-gc="${first}"]`)?.scrollIntoView({ block: 'center' });
    };
    place.addEventListener('load', onLoad);
    if (place.contentDocument?.readyState === 'complete') onLoad();
    return () => place.removeEventListener('load', onLoad);
  }, [html, marks]);
  return (
    <iframe ref={frame} title={title} srcDoc={html} sandbox="allow-same-origin" className="original-page snapshot" />
  );
}

function markRules(marks: ListMarkView | null): string {
  if (!marks) return '';
  return (Object.entries(marks) as [keyof ListMarkView, number[]][])
    .filter(([, elements]) => elements.length > 0)
    .map(([kind, elements]) => `${elements.map((gc) => `[data-gc="${gc}"]`).join(', ')} { ${MARKS[kind]} }`)
    .join('\n');
}
