import { useMemo } from 'react';
import { wordDifferences } from './word-differences.js';

/** Two states of a text as one, with what was added and removed marked. */
export function TextDifferences({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => wordDifferences(before, after), [before, after]);
  return parts.map(({ kind, text }, index) =>
    kind === 'added' ? (
      <ins key={index}>{text}</ins>
    ) : kind === 'removed' ? (
      <del key={index}>{text}</del>
    ) : (
      <span key={index}>{text}</span>
    ),
  );
}
