import { type AttachmentStatus } from '@govcrawler/contracts';
import { entityOf, nullable, withDefault, type EntityColumns } from '../schema/entity-columns.js';
import { ArticleEntity } from './article.entity.js';

export class AttachmentEntity {
  id: number;
  articleId: number;
  url: string;
  urlHash: string;
  filePath: string | null;
  filename: string | null;
  mime: string | null;
  sizeBytes: number | null;
  sha256: string | null;
  downloadStatus: AttachmentStatus;
  createdAt: Date;
}

export const attachmentEntity = (c: EntityColumns) =>
  entityOf(
    AttachmentEntity,
    'attachment',
    {
      id: c.bigId(),
      articleId: c.bigint(),
      url: c.text(),
      urlHash: c.text(),
      filePath: nullable(c.text()),
      filename: nullable(c.text()),
      mime: nullable(c.text()),
      sizeBytes: nullable(c.bigint()),
      sha256: nullable(c.text()),
      downloadStatus: withDefault(c.text(), 'pending'),
      createdAt: c.insertTime(),
    },
    {
      uniques: { uq_attachment_url: ['articleId', 'urlHash'] },
      indices: { ix_attachment_sha256: ['sha256'], ix_attachment_status: ['downloadStatus', 'id'] },
      foreignKeys: [
        { name: 'fk_attachment_article', column: 'articleId', references: ArticleEntity, onDelete: 'CASCADE' },
      ],
    },
  );
