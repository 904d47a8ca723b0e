import { entityOf, nullable, type EntityColumns } from '../schema/entity-columns.js';
import { SiteEntity } from './site.entity.js';
import { TargetEntity } from './target.entity.js';

/** A document that people deleted although its site may list it still: only a forced crawl collects it again. */
export class DeletedDocumentEntity {
  id: number;
  siteId: number;
  targetId: number | null;
  urlHash: string;
  nativePostId: string | null;
  publishDate: string | null;
  deletedAt: Date;
}

export const deletedDocumentEntity = (c: EntityColumns) =>
  entityOf(
    DeletedDocumentEntity,
    'deleted_document',
    {
      id: c.bigId(),
      siteId: c.int(),
      targetId: nullable(c.int()),
      urlHash: c.text(),
      nativePostId: nullable(c.text()),
      publishDate: nullable(c.day()),
      deletedAt: c.insertTime(),
    },
    {
      uniques: { uq_deleted_document_url: ['urlHash'] },
      indices: { ix_deleted_document_native: ['siteId', 'nativePostId'] },
      foreignKeys: [
        { name: 'fk_deleted_document_site', column: 'siteId', references: SiteEntity, onDelete: 'CASCADE' },
        { name: 'fk_deleted_document_target', column: 'targetId', references: TargetEntity, onDelete: 'SET NULL' },
      ],
    },
  );
