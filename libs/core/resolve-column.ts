import {
  type ListSelectors,
  type ParserOverride,
  type ResolvedColumn,
  type SiteColumn,
  type SiteFile,
} from '@govcrawler/contracts';
import { ConfigError } from './errors.js';

/** The part of a site file that says how columns are read. */
export type ColumnSource = Pick<SiteFile, 'site_id' | 'default_column' | 'columns' | 'adapter_params' | 'credential'>;

/**
 * What holds for one column, each layer over the one before it: default_column, the column named by alias_of, the
 * column itself, the operator's override. A column that the file does not list is read by default_column alone.
 * A column's list_selector and pagination replace the template's; detail selectors and parameters are overlaid one by
 * one, and so is everything in an override. Parameters of an aliased column are not inherited: they say which list to
 * read, not how. Throws ConfigError for an alias of a column that is not there.
 */
export function resolveColumn(site: ColumnSource, columnId: string, override: ParserOverride | null): ResolvedColumn {
  const own = columnOf(site, columnId);
  const original = own?.alias_of === undefined ? undefined : aliasedColumn(site, own);
  const layers = [override, own, original, site.default_column];
  const template = layers.slice(1).find((layer) => layer?.list_selector)?.list_selector;
  return {
    listSelectors: completeSelectors(overlay([template, override?.list_selector])),
    pagination: layers.find((layer) => layer?.pagination)?.pagination ?? { type: 'none' },
    detail: overlay(layers.map((layer) => layer?.detail).reverse()),
    params: overlay([site.adapter_params, own?.params, override?.params]),
    ...credentialOf([own, original, site.default_column, site]),
  };
}

function credentialOf(layers: readonly ({ credential?: string } | undefined)[]): { credential?: string } {
  const credential = layers.find((layer) => layer?.credential !== undefined)?.credential;
  return credential === undefined ? {} : { credential };
}

function columnOf(site: ColumnSource, columnId: string): SiteColumn | undefined {
  return site.columns.find((column) => column.column_id === columnId);
}

function aliasedColumn(site: ColumnSource, { column_id, alias_of }: SiteColumn): SiteColumn {
  const original = columnOf(site, alias_of ?? '');
  if (original) return original;
  throw new ConfigError(
    `Column "${column_id}" of site ${site.site_id} is an alias of "${alias_of}", which is not there`,
  );
}

/** An override may name single selectors; without the others there is nothing to read a list by. */
function completeSelectors({ row, href, title, date }: Partial<ListSelectors>): ListSelectors | null {
  if (row === undefined || href === undefined || title === undefined) return null;
  return { row, href, title, ...(date === undefined ? {} : { date }) };
}

/** Later layers win, key by key. */
function overlay<T extends object>(layers: readonly (T | undefined)[]): T {
  const result: Record<string, unknown> = {};
  for (const layer of layers) {
    for (const [key, value] of Object.entries(layer ?? {})) if (value !== undefined) result[key] = value;
  }
  return result as T;
}

/**
 * The column of a stored target under an operator's override. Targets that no file describes are read by the override
 * and the adapter's defaults alone.
 */
export function resolveTargetColumn(
  stored: {
    siteFile: SiteFile | null;
    columnId: string | null;
    site: { code: string; adapterParams: Record<string, unknown> };
  },
  override: ParserOverride | null,
): ResolvedColumn {
  const { siteFile, columnId, site } = stored;
  const source = siteFile ?? { site_id: site.code, columns: [], adapter_params: site.adapterParams };
  return resolveColumn(source, columnId ?? '', override);
}
