import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { decodePage } from '@govcrawler/parser';

/** One page with what a person found on it; null where the annotation says nothing. */
export interface AnnotatedPage {
  id: string;
  url: string;
  html: string;
  body: string;
  title: string | null;
  date: string | null;
  bodySelector: string | null;
}

export interface Corpus {
  name: string;
  pages: AnnotatedPage[];
}

interface Annotation {
  body_text: string;
  body_selector?: string | null;
  title?: string | null;
  date?: string | null;
}

/** Folders with an annotations.json (pages beside it) or a ground-truth.json (gzipped pages in html/). */
export function loadCorpora(folder: string): Corpus[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      if (existsSync(join(path, 'annotations.json'))) return [{ name, pages: annotatedPages(path) }];
      if (existsSync(join(path, 'ground-truth.json'))) return [{ name, pages: groundTruthPages(path) }];
      return [];
    });
}

function annotatedPages(path: string): AnnotatedPage[] {
  const annotations = JSON.parse(readFileSync(join(path, 'annotations.json'), 'utf8')) as Record<string, Annotation>;
  return Object.entries(annotations).map(([id, annotation]) => ({
    id,
    url: `https://page.example/${id}`,
    html: decodePage(readFileSync(join(path, id))).text,
    body: annotation.body_text,
    title: annotation.title ?? null,
    date: annotation.date ?? null,
    bodySelector: annotation.body_selector ?? null,
  }));
}

function groundTruthPages(path: string): AnnotatedPage[] {
  const truth = JSON.parse(readFileSync(join(path, 'ground-truth.json'), 'utf8')) as Record<
    string,
    { articleBody: string; url: string }
  >;
  return Object.entries(truth).map(([id, { articleBody, url }]) => ({
    id,
    url,
    html: decodePage(gunzipSync(readFileSync(join(path, 'html', `${id}.html.gz`)))).text,
    body: articleBody,
    title: null,
    date: null,
    bodySelector: null,
  }));
}
