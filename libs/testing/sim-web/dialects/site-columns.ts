import { type SiteColumn } from '@govcrawler/contracts';
import { type ColumnDefinition, type SiteDefinition } from './dialect.js';

/** The columns of a site file; `extra` adds what the dialect knows about each. */
export function siteColumns(
  site: SiteDefinition,
  extra: (column: ColumnDefinition) => Partial<SiteColumn> = () => ({}),
): SiteColumn[] {
  return site.columns.map((column) => ({
    column_id: column.id,
    name: column.name,
    category: column.category,
    channel_path: `首页>${column.name}`,
    list_url: `http://${site.hosts[0]}${column.path}`,
    enabled: true,
    ...extra(column),
  }));
}
