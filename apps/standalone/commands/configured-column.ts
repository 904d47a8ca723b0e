import { checkSite } from '@govcrawler/adapters';
import { type ResolvedColumn, type SiteFile } from '@govcrawler/contracts';
import { ConfigError, resolveColumn } from '@govcrawler/core';
import { loadSiteFiles } from '@govcrawler/platform';
import { type Command } from 'commander';

/** Options that name one column of the site files. */
export function withColumnOptions(command: Command): Command {
  return command
    .option('--site <code>', 'read by the selectors of this site')
    .option('--column <id>', 'and of this column (default: the first one)')
    .option('--sites-dir <folder>', 'folder of the site files', 'config/sites');
}

export interface ColumnOptions {
  site?: string;
  column?: string;
  sitesDir: string;
}

export interface ConfiguredColumn {
  site: SiteFile;
  columnId: string;
  column: ResolvedColumn;
}

/** The named column, or null when no site is named. */
export function configuredColumn({ site: code, column, sitesDir }: ColumnOptions): ConfiguredColumn | null {
  if (code === undefined) return null;
  const sites = loadSiteFiles(sitesDir, [checkSite]).map((loaded) => loaded.site);
  const site = sites.find(({ site_id }) => site_id === code);
  if (!site)
    throw new ConfigError(`No site "${code}" in ${sitesDir}; there are: ${sites.map((s) => s.site_id).join(', ')}`);
  const columnId = column ?? site.columns[0]?.column_id ?? '';
  if (column !== undefined && !site.columns.some(({ column_id }) => column_id === column)) {
    throw new ConfigError(
      `Site ${code} has no column "${column}"; there are: ${site.columns.map((c) => c.column_id).join(', ')}`,
    );
  }
  return { site, columnId, column: resolveColumn(site, columnId, null) };
}
