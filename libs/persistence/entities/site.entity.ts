import { type SiteFile } from '@govcrawler/contracts';
import { entityOf, nullable, withDefault, type EntityColumns } from '../schema/entity-columns.js';

/** Who keeps a row up to date; rows of the console are never overwritten from a file. */
export type ManagedBy = 'yaml' | 'admin';

export class SiteEntity {
  id: number;
  siteCode: string;
  siteName: string;
  baseUrl: string;
  cmsAdapter: string;
  adapterParamsJson: Record<string, unknown> | null;
  defaultFetchStrategy: 'httpx' | 'playwright';
  scheduleCron: string | null;
  enabled: boolean;
  /** Who switched it off: what a file switched off, the file may switch on again. */
  disabledBy: ManagedBy | null;
  yamlPath: string | null;
  managedBy: ManagedBy;
  /** The site file as last synchronised: workers read it here and need no files. */
  crawlPlanJson: SiteFile | null;
  respectRobots: boolean;
  robotsOnError: 'allow' | 'deny';
  createdAt: Date;
  updatedAt: Date;
}

export const siteEntity = (c: EntityColumns) =>
  entityOf(
    SiteEntity,
    'crawl_site',
    {
      id: c.id(),
      siteCode: c.text(),
      siteName: c.text(),
      baseUrl: c.text(),
      cmsAdapter: withDefault(c.text(), 'yaml'),
      adapterParamsJson: nullable(c.json()),
      defaultFetchStrategy: withDefault(c.text(), 'httpx'),
      scheduleCron: nullable(c.text()),
      enabled: c.boolean(true),
      disabledBy: nullable(c.text()),
      yamlPath: nullable(c.text()),
      managedBy: withDefault(c.text(), 'yaml'),
      crawlPlanJson: nullable(c.json()),
      respectRobots: c.boolean(true),
      robotsOnError: withDefault(c.text(), 'allow'),
      createdAt: c.insertTime(),
      updatedAt: c.insertTime(),
    },
    { uniques: { uq_crawl_site_code: ['siteCode'] } },
  );
