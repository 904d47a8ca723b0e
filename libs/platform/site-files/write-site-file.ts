import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type SiteFile } from '@govcrawler/contracts';
import { Document, isSeq, parseDocument } from 'yaml';

/** A column as it is written into a site file: what is not said is left out. */
export type NewSiteColumn = Pick<SiteFile['columns'][number], 'column_id' | 'name' | 'list_url'> &
  Partial<SiteFile['columns'][number]>;

export type NewSiteFile = Pick<SiteFile, 'site_id' | 'site_name' | 'base_url' | 'adapter'> & {
  /** A line for people at the head of a new file. */
  comment: string;
  columns: NewSiteColumn[];
};

/**
 * The text of a site file with these columns: a new one, or the given one with the columns added that it does not have
 * yet. Comments, order and everything else that people wrote stay as they are.
 */
export function writeSiteFile(existing: string | null, { comment, columns, ...site }: NewSiteFile): string {
  if (existing === null) {
    const document = new Document({ ...site, columns });
    document.commentBefore = ` ${comment.replace(/\s+/g, ' ')}`;
    return document.toString({ lineWidth: 0 });
  }
  const document = parseDocument(existing);
  const known = new Set(
    ((document.toJS() as { columns?: { column_id?: unknown }[] } | null)?.columns ?? []).map(
      ({ column_id }) => column_id,
    ),
  );
  const fresh = columns.filter(({ column_id }) => !known.has(column_id));
  if (!isSeq(document.get('columns'))) document.set('columns', document.createNode([]));
  for (const column of fresh) document.addIn(['columns'], document.createNode(column));
  return document.toString({ lineWidth: 0 });
}

/** A folder of site files that may be written to. */
export class SiteFolder {
  constructor(readonly path: string) {}

  /** The site's file, or null where there is none yet. */
  read(siteId: string): string | null {
    const path = this.pathOf(siteId);
    return existsSync(path) ? readFileSync(path, 'utf8') : null;
  }

  /** Written aside and renamed: a reader sees the old file or the new one. Its path, or null where nothing may be written. */
  write(siteId: string, text: string): string | null {
    const path = this.pathOf(siteId);
    const temporary = `${path}.${randomUUID().slice(0, 8)}.tmp`;
    try {
      writeFileSync(temporary, text);
      renameSync(temporary, path);
      return path;
    } catch (error) {
      if (!/^E(?:ACCES|ROFS|PERM|NOENT|NOTDIR)$/.test(String((error as NodeJS.ErrnoException).code))) throw error;
      return null;
    }
  }

  private pathOf(siteId: string): string {
    return join(this.path, `${basename(siteId)}.yaml`);
  }
}
