import { type ReactNode } from 'react';

/** Addresses come from crawled pages: only web addresses become links. */
export function ExternalLink({ url, children }: { url: string; children: ReactNode }) {
  if (!/^https?:\/\//i.test(url)) return <span title={url}>{children}</span>;
  return (
    <a href={url} target="_blank" rel="noreferrer noopener" title={url} className="external">
      {children}
    </a>
  );
}
