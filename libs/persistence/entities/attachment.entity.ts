import { type AttachmentStatus, type AttachmentTextStatus } from '@govcrawler/contracts';
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
  attempts: number;
  failReason: string | null;
  failMessage: string | null;
  /** When the next download is due; null: nothing is to be done by itself any more. */
  nextTryAt: Date | null;
  textStatus: AttachmentTextStatus | null;
  /** Name of the limit or failure that ended the reading. */
  textReason: string | null;
  textPath: string | null;
  /** When the text is to be read; null: it was, or there is no file yet. */
  textDueAt: Date | null;
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
      attempts: withDefault(c.int(), 0),
      failReason: nullable(c.text()),
      failMessage: nullable(c.text()),
      nextTryAt: nullable(c.insertTime()),
      textStatus: nullable(c.text()),
      textReason: nullable(c.text()),
      textPath: nullable(c.text()),
      textDueAt: nullable(c.moment()),
      createdAt: c.insertTime(),
    },
    {
      uniques: { uq_attachment_url: ['articleId', 'urlHash'] },
      indices: {
        ix_attachment_sha256: ['sha256'],
        ix_attachment_status: ['downloadStatus', 'id'],
        ix_attachment_due: ['nextTryAt', 'id'],
        ix_attachment_text_due: ['textDueAt', 'id'],
      },
      foreignKeys: [
        { name: 'fk_attachment_article', column: 'articleId', references: ArticleEntity, onDelete: 'CASCADE' },
      ],
    },
  );
