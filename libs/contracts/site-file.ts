import { z } from 'zod';

/*
 * The schema of config/sites/*.yaml. Keys are written as the owner's document writes them (snake_case).
 * Every key is described: the descriptions are what docs and `.describe()`-driven help show.
 */

const credential = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,62}$/i)
  .optional()
  .describe('Name of a secret that the fetch service sends to the own hosts of the site; never its value');

const selector = (text: string) => z.string().trim().min(1).describe(text);

export const listSelectorSchema = z.strictObject({
  row: selector('CSS of one record, e.g. "ul.list > li"'),
  href: selector('Link inside the row, e.g. "a::attr(href)"'),
  title: selector('Title inside the row, e.g. "a::attr(title), a::text"'),
  date: selector('Publication date inside the row, e.g. "span.date::text"').optional(),
});

export const paginationSchema = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('none') }),
    z.strictObject({
      type: z.literal('page_param'),
      param: z.string().min(1).default('page').describe('Query parameter that carries the page number'),
      start: z.int().min(0).default(2).describe('Number of the second page'),
      max_pages: z.int().min(1).describe('Upper limit of pages read in one crawl'),
    }),
    z.strictObject({
      type: z.literal('path_pattern'),
      pattern: z.string().includes('{page}').describe('File name of the next pages, e.g. "index_{page}.html"'),
      start: z.int().min(0).default(2).describe('Number of the second page: 1 on TRS sites, 2 on NFCMS sites'),
      max_pages: z.int().min(1).describe('Upper limit of pages read in one crawl'),
    }),
  ])
  .describe('How the list goes on after its first page');

export const detailSchema = z.strictObject({
  title: selector('Alternatives separated by commas, tried in order').optional(),
  publish_time: selector('Publication time').optional(),
  source: selector('来源').optional(),
  content: selector('Body container; alternatives separated by commas, tried in order').optional(),
  attachment_css: selector('Links that are attachments').optional(),
});

export const columnDefaultsSchema = z.strictObject({
  list_selector: listSelectorSchema.optional(),
  pagination: paginationSchema.optional(),
  detail: detailSchema.optional(),
  schedule: z.string().optional().describe('Cron, five fields, Asia/Shanghai'),
  interval_sec: z.number().min(0).optional().describe('Seconds between two requests to the host'),
  interval_jitter_sec: z.number().min(0).optional().describe('Random seconds added to the interval'),
  credential,
});

export const columnSchema = columnDefaultsSchema.extend({
  column_id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]*$/i)
    .describe('Slug; the target code is <site_id>__<column_id>'),
  name: z.string().trim().min(1).describe('Column name in Chinese'),
  category: z.string().optional().describe('content_category of its documents'),
  subcategory: z.string().optional().describe('content_subcategory of its documents'),
  channel_path: z.string().optional().describe('Breadcrumb of the column'),
  dept: z.string().optional().describe('Department, by full name'),
  list_url: z.url({ protocol: /^https?$/ }).describe('First list page'),
  alias_of: z.string().optional().describe('Inherit all selectors of another column; excludes own selectors'),
  params: z.record(z.string(), z.unknown()).optional().describe('Adapter parameters of this column'),
  enabled: z.boolean().default(true),
});

export const siteFileSchema = z.strictObject({
  site_id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_]*$/)
    .describe('Slug; equals crawl_site.site_code'),
  site_name: z.string().trim().min(1).describe('Site name in Chinese'),
  base_url: z.url({ protocol: /^https?$/ }).describe('Home page; its host is the queue lane'),
  adapter: z.string().min(1).default('yaml').describe('Collector: yaml, gkmlpt, gov_cn_policy, rss, xinhua, agent'),
  adapter_params: z.record(z.string(), z.unknown()).default({}).describe('Parameters of the adapter'),
  default_strategy: z.enum(['httpx', 'playwright', 'drission']).default('httpx').describe('drission means playwright'),
  concurrency: z.int().min(1).default(1).describe('Kept for old files; a host lane always runs one crawl at a time'),
  interval_sec: z.number().min(0).optional().describe('Seconds between two requests to the host'),
  interval_jitter_sec: z.number().min(0).optional().describe('Random seconds added to the interval'),
  enabled: z.boolean().default(true),
  respect_robots: z.boolean().default(true),
  robots_on_error: z.enum(['allow', 'deny']).default('allow').describe('What an unreachable robots.txt means'),
  credential,
  schedule: z.string().optional().describe('Cron of the whole site, five fields, Asia/Shanghai'),
  default_column: columnDefaultsSchema.optional().describe('Template for columns that leave something out'),
  columns: z.array(columnSchema).default([]),
});

export type SiteFile = z.infer<typeof siteFileSchema>;
export type SiteColumn = z.infer<typeof columnSchema>;
export type ListSelectors = z.infer<typeof listSelectorSchema>;
export type DetailSelectors = z.infer<typeof detailSchema>;
export type Pagination = z.infer<typeof paginationSchema>;

/** What an operator overrides for one target (crawl_target.parser_override_json). */
export const parserOverrideSchema = z.strictObject({
  list_selector: listSelectorSchema.partial().optional(),
  pagination: paginationSchema.optional(),
  detail: detailSchema.optional(),
  params: z.record(z.string(), z.unknown()).optional(),
});
export type ParserOverride = z.infer<typeof parserOverrideSchema>;

/** Selectors of one target after default_column, alias_of and the operator's override were applied. */
export interface ResolvedColumn {
  listSelectors: ListSelectors | null;
  pagination: Pagination;
  detail: DetailSelectors;
  params: Record<string, unknown>;
  /** Name of the secret that its requests carry. */
  credential?: string;
}
