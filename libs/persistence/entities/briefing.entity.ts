import { type BriefingItemView, type BriefingOrder, type BriefingProgress } from '@govcrawler/contracts';
import { entityOf, nullable, primary, withDefault, type EntityColumns } from '../schema/entity-columns.js';
import { ArticleEntity } from './article.entity.js';

/** A briefing for good; the errand that writes it is forgotten some days later. */
export class BriefingEntity {
  id: number;
  orderJson: BriefingOrder;
  /** The errand that writes it. */
  errandId: number | null;
  /** Set with the end. */
  state: 'open' | 'done' | 'failed' | 'cancelled';
  progressJson: BriefingProgress | null;
  itemsJson: { items: BriefingItemView[] } | null;
  itemCount: number;
  rankedBy: 'model' | 'date' | null;
  error: string | null;
  deliverTo: string | null;
  deliveryState: 'waiting' | 'pending' | 'sent' | 'failed' | null;
  deliveryAttempts: number;
  deliveryError: string | null;
  deliveryNextAt: Date | null;
  deliveredAt: Date | null;
  createdBy: string;
  createdAt: Date;
  finishedAt: Date | null;
}

export const briefingEntity = (c: EntityColumns) =>
  entityOf(
    BriefingEntity,
    'briefing',
    {
      id: c.bigId(),
      orderJson: c.json(),
      errandId: nullable(c.bigint()),
      state: withDefault(c.text(), 'open'),
      progressJson: nullable(c.json()),
      itemsJson: nullable(c.json()),
      itemCount: withDefault(c.int(), 0),
      rankedBy: nullable(c.text()),
      error: nullable(c.text()),
      deliverTo: nullable(c.text()),
      deliveryState: nullable(c.text()),
      deliveryAttempts: withDefault(c.int(), 0),
      deliveryError: nullable(c.text()),
      deliveryNextAt: nullable(c.moment()),
      deliveredAt: nullable(c.moment()),
      createdBy: c.text(),
      createdAt: c.insertTime(),
      finishedAt: nullable(c.moment()),
    },
    { indices: { ix_briefing_delivery: ['deliveryState', 'deliveryNextAt'] } },
  );

/** What a model made of one document, as it was then. */
export class ArticleSummaryEntity {
  articleId: number;
  /** Of the text that was summarised: a changed document needs another summary. */
  contentHash: string;
  /** Null: none came about. */
  summary: string | null;
  failure: string | null;
  model: string;
  createdAt: Date;
}

export const articleSummaryEntity = (c: EntityColumns) =>
  entityOf(
    ArticleSummaryEntity,
    'article_summary',
    {
      articleId: primary(c.bigint()),
      contentHash: c.text(),
      summary: nullable(c.text()),
      failure: nullable(c.text()),
      model: c.text(),
      createdAt: c.insertTime(),
    },
    {
      foreignKeys: [
        { name: 'fk_article_summary_article', column: 'articleId', references: ArticleEntity, onDelete: 'CASCADE' },
      ],
    },
  );
