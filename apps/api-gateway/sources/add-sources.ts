import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { readOpml, writeOpml } from '@govcrawler/adapters';
import { type OpmlImportResult, type SourceView } from '@govcrawler/contracts';
import { ADAPTIVE_SCHEDULE, ConfigError, urlHash } from '@govcrawler/core';
import { type Actor } from '../auth/actor.decorator.js';
import { urlProblem } from '../http/edit-rules.js';
import { type FieldProblem } from '../http/zod-problems.js';
import { EditSites } from '../sites/edit-sites.js';
import { EditTargets } from '../targets/edit-targets.js';
import { ListSources, StoredSources } from './list-sources.js';

export interface SourceOrder {
  url: string;
  name?: string | null;
  /** Who reads it; a feed unless said otherwise. */
  adapter?: string;
  params?: Record<string, unknown> | null;
  category?: string | null;
  subcategory?: string | null;
  deptId?: number | null;
  /** A cron, or "adaptive": new sources schedule themselves at once. */
  schedule?: string | null;
  enabled?: boolean;
}

export type SourceCreation =
  | { kind: 'created'; source: SourceView }
  | { kind: 'exists'; code: string }
  | { kind: 'no_department' }
  | { kind: 'invalid'; problems: FieldProblem[] };

const FEED_ADAPTER = 'rss';
const MAX_CATEGORY = 100;

/** Makes sources: each is a target below a site that stands for its host and the adapter that reads it. */
@Injectable()
export class AddSources {
  constructor(
    private readonly sources: StoredSources,
    private readonly listSources: ListSources,
    private readonly editSites: EditSites,
    private readonly editTargets: EditTargets,
  ) {}

  async add(order: SourceOrder, actor: Actor): Promise<SourceCreation> {
    const { url, adapter = FEED_ADAPTER } = order;
    const known = adapter === FEED_ADAPTER ? (await this.known()).get(urlHash(url)) : undefined;
    if (known !== undefined) return { kind: 'exists', code: known };
    return this.create(order, actor);
  }

  /** Every feed of the file on its own: one that is refused does not stop the others. */
  async importOpml(text: string, actor: Actor): Promise<OpmlImportResult | { kind: 'invalid'; message: string }> {
    const result: OpmlImportResult = { created: [], duplicates: [], refused: [] };
    let feeds;
    try {
      feeds = readOpml(text);
    } catch (error) {
      if (error instanceof ConfigError) return { kind: 'invalid', message: error.message };
      throw error;
    }
    const known = await this.known();
    for (const { url, name, folders } of feeds) {
      const problem = urlProblem(url);
      if (problem !== null) {
        result.refused.push({ url, name, message: problem });
        continue;
      }
      const identity = urlHash(url);
      if (known.has(identity)) {
        result.duplicates.push({ url, name, code: known.get(identity) ?? null });
        continue;
      }
      const category = folders.join('/').slice(0, MAX_CATEGORY) || null;
      const made = await this.create({ url, name, category }, actor);
      if (made.kind === 'created') {
        known.set(identity, made.source.code);
        result.created.push({ code: made.source.code, name: made.source.name, url, category });
      } else if (made.kind === 'exists') result.duplicates.push({ url, name, code: made.code });
      else
        result.refused.push({ url, name, message: made.kind === 'invalid' ? made.problems[0]!.message : '无法创建' });
    }
    return result;
  }

  async exportOpml(): Promise<string> {
    return writeOpml('GovCrawler 信息源', await this.sources.feeds());
  }

  private async known(): Promise<Map<string, string>> {
    return new Map((await this.sources.feeds()).map(({ url, code }) => [urlHash(url), code]));
  }

  private async create(order: SourceOrder, actor: Actor): Promise<SourceCreation> {
    const { url, adapter = FEED_ADAPTER } = order;
    const siteCode = siteCodeFor(adapter, url);
    const site = await this.editSites.create(
      {
        siteCode,
        siteName: new URL(url).host,
        baseUrl: new URL('/', url).href,
        cmsAdapter: adapter,
        adapterParamsJson: {},
        defaultFetchStrategy: 'httpx',
        scheduleCron: null,
        respectRobots: true,
        robotsOnError: 'allow',
        enabled: true,
      },
      actor,
    );
    // One site stands for all sources of its host that are read in the same way.
    if (site.kind === 'invalid') return { kind: 'invalid', problems: site.problems };
    const targetCode = `${siteCode}__${createHash('sha256').update(url).digest('hex').slice(0, 12)}`;
    const made = await this.editTargets.create(
      {
        siteCode,
        targetCode,
        targetName: order.name?.slice(0, 200) || new URL(url).host,
        entryUrl: url,
        channelName: null,
        channelPath: null,
        contentCategory: order.category ?? null,
        contentSubcategory: order.subcategory ?? null,
        deptId: order.deptId ?? null,
        scheduleCron: order.schedule ?? ADAPTIVE_SCHEDULE,
        intervalSec: null,
        intervalJitterSec: null,
        enabled: order.enabled ?? true,
        parser: order.params ? { params: order.params } : null,
      },
      actor,
    );
    switch (made.kind) {
      case 'done':
        return { kind: 'created', source: (await this.listSources.read(targetCode))! };
      case 'exists':
        return { kind: 'exists', code: targetCode };
      case 'invalid':
        return { kind: 'invalid', problems: made.problems };
      case 'no_department':
        return { kind: 'no_department' };
      // Answers to edits of rows that exist, or of rows whose site does not: this one's was made above.
      case 'managed_by_file':
      case 'no_file':
      case 'not_found':
      case 'site_not_found':
      case 'stale':
        throw new Error(`A new source cannot be ${made.kind}`);
    }
  }
}

/** Letters, digits and underscores; long hosts keep what tells them apart. */
function siteCodeFor(adapter: string, url: string): string {
  const { host } = new URL(url);
  const readable = host.replace(/[^a-z0-9]+/gi, '_').toLowerCase();
  const short =
    readable.length <= 60
      ? readable
      : `${readable.slice(0, 50)}_${createHash('sha256').update(host).digest('hex').slice(0, 8)}`;
  return adapter === FEED_ADAPTER ? `feed_${short}` : `src_${adapter.replace(/[^a-z0-9]+/gi, '_')}_${short}`;
}
