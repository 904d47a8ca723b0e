import { useEffect, useRef } from 'react';

/** Elements of a page by their data-gc, and how they are shown. */
export interface PageMark {
  elements: number[];
  style: string;
}

interface PageSnapshotProps {
  html: string;
  /** The first element of the first mark is brought into sight. */
  marks: PageMark[];
  title: string;
  /** What was clicked, an element with a data-gc. */
  onPoint?: (element: Element) => void;
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
      sheet.replaceSync(`${marks.map(rule).join('\n')}\nbody { cursor: pointer; font-family: sans-serif; }`);
      page.adoptedStyleSheets = [sheet];
      page.onclick = (event) => {
        event.preventDefault();
        const element = (event.target as Element).closest('[data-gc]');
        if (element) point.current?.(element);
      };
      const first = marks.flatMap(({ elements }) => elements.slice(0, 1)).at(0);
      // Not scrollIntoView: that would scroll the console around the frame, too.
      const found = page.querySelector(`[data-gc="${first}"]`)?.getBoundingClientRect();
      if (found) window.scrollBy(0, found.top - window.innerHeight / 3);
    };
    place.addEventListener('load', onLoad);
    if (place.contentDocument?.readyState === 'complete') onLoad();
    return () => place.removeEventListener('load', onLoad);
  }, [html, marks]);
  return (
    <iframe ref={frame} title={title} srcDoc={html} sandbox="allow-same-origin" className="original-page snapshot" />
  );
}

function rule({ elements, style }: PageMark): string {
  return elements.length === 0 ? '' : `${elements.map((gc) => `[data-gc="${gc}"]`).join(', ')} { ${style} }`;
}
