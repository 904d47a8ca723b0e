import { type ParserOverride } from '@govcrawler/contracts';
import { entityOf, nullable, withDefault, type EntityColumns } from '../schema/entity-columns.js';
import { DepartmentEntity } from './department.entity.js';
import { SiteEntity, type ManagedBy } from './site.entity.js';

export class TargetEntity {
  id: number;
  siteId: number;
  targetCode: string;
  targetName: string;
  entryUrl: string;
  channelName: string | null;
  channelPath: string | null;
  contentCategory: string | null;
  contentSubcategory: string | null;
  deptId: number | null;
  /** The operator's own cron; the file's cron is in the site's crawl plan and ranks below it. */
  scheduleCron: string | null;
  intervalSec: number | null;
  intervalJitterSec: number | null;
  parserOverrideJson: ParserOverride | null;
  enabled: boolean;
  /** `gone`: its server said that nothing will ever come again. */
  disabledBy: ManagedBy | 'gone' | null;
  managedBy: ManagedBy;
  /** False while a listing is under way or was cut short: then known rows prove nothing about the rows below. */
  listingComplete: boolean;
  /** When its list was last read from the first page to the last. */
  lastWalkedAt: Date | null;
  lastCrawledAt: Date | null;
  lastArticleTime: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

export const targetEntity = (c: EntityColumns) =>
  entityOf(
    TargetEntity,
    'crawl_target',
    {
      id: c.id(),
      siteId: c.int(),
      targetCode: c.text(),
      targetName: c.text(),
      entryUrl: c.text(),
      channelName: nullable(c.text()),
      channelPath: nullable(c.text()),
      contentCategory: nullable(c.text()),
      contentSubcategory: nullable(c.text()),
      deptId: nullable(c.int()),
      scheduleCron: nullable(c.text()),
      intervalSec: nullable(c.double()),
      intervalJitterSec: nullable(c.double()),
      parserOverrideJson: nullable(c.json()),
      enabled: c.boolean(true),
      disabledBy: nullable(c.text()),
      managedBy: withDefault(c.text(), 'yaml'),
      listingComplete: c.boolean(false),
      lastWalkedAt: nullable(c.moment()),
      lastCrawledAt: nullable(c.moment()),
      lastArticleTime: nullable(c.moment()),
      createdAt: c.insertTime(),
      updatedAt: c.insertTime(),
    },
    {
      uniques: { uq_crawl_target_code: ['targetCode'] },
      indices: { ix_crawl_target_site: ['siteId'], ix_crawl_target_dept: ['deptId'] },
      foreignKeys: [
        { name: 'fk_crawl_target_site', column: 'siteId', references: SiteEntity, onDelete: 'CASCADE' },
        {
          name: 'fk_crawl_target_dept',
          column: 'deptId',
          references: DepartmentEntity,
          referencedColumn: 'deptId',
          onDelete: 'SET NULL',
        },
      ],
    },
  );
