import { type ReactNode } from 'react';

/** The head of every page: its name, what it shows, and its actions. */
export function PageTitle({ title, note, children }: { title: string; note?: ReactNode; children?: ReactNode }) {
  return (
    <div className="page-title">
      <h1>{title}</h1>
      {note && <span className="page-note">{note}</span>}
      <div className="page-actions">{children}</div>
    </div>
  );
}
