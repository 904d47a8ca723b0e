import { urlHash } from '@govcrawler/core';
import { type SimDocument } from '@govcrawler/testing';

export interface StoredDocument {
  urlHash: string;
  title: string;
  text: string;
  attachments: { url: string; sha256: string | null }[];
}

export interface Verdict {
  expected: number;
  missing: string[];
  storedTwice: string[];
  /** Stored under another title, without a sentence of its body, or without one of its files to the last byte. */
  misread: string[];
  unexpected: number;
}

/** Compares the database with the simulation's ground truth: every document stored exactly once, and readable. */
export function judgeSimulation(truth: readonly SimDocument[], stored: readonly StoredDocument[]): Verdict {
  const byHash = new Map(stored.map((document) => [document.urlHash, document]));
  const verdict: Verdict = {
    expected: truth.filter(({ withdrawn }) => !withdrawn).length,
    missing: [],
    storedTwice: [],
    misread: [],
    unexpected: 0,
  };
  const accounted = new Set<string>();
  for (const document of truth.filter(({ withdrawn }) => !withdrawn)) {
    const copies = [document.url, ...document.otherUrls].map(urlHash).filter((hash) => byHash.has(hash));
    for (const hash of copies) accounted.add(hash);
    const [first] = copies;
    if (first === undefined) verdict.missing.push(document.url);
    else if (isMisread(document, byHash.get(first))) verdict.misread.push(document.url);
    if (copies.length > 1) verdict.storedTwice.push(document.url);
  }
  verdict.unexpected = stored.length - accounted.size;
  return verdict;
}

/** True when nothing is missing, doubled, misread or made up. */
export function isPerfect(verdict: Verdict): boolean {
  const { missing, storedTwice, misread, unexpected } = verdict;
  return missing.length === 0 && storedTwice.length === 0 && misread.length === 0 && unexpected === 0;
}

function isMisread(document: SimDocument, stored: StoredDocument | undefined): boolean {
  if (!stored || squeeze(stored.title) !== squeeze(document.title)) return true;
  const text = squeeze(stored.text);
  const files = new Set(stored.attachments.map(({ url, sha256 }) => `${url} ${sha256}`));
  const readable = document.probes.every((sentence) => text.includes(squeeze(sentence)));
  return !readable || !document.attachments.every(({ url, sha256 }) => files.has(`${url} ${sha256}`));
}

/** Lists and pages break lines inside titles and sentences. */
function squeeze(text: string): string {
  return text.replace(/\s+/g, '');
}
