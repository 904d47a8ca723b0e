import { Injectable } from '@nestjs/common';
import { checkSite } from '@govcrawler/adapters';
import {
  type AcceptedColumns,
  type BulkCreateResult,
  type DiscoveredColumn,
  type DiscoveryResult,
  type SiteFile,
} from '@govcrawler/contracts';
import { parseSiteFile, type SiteFolder, writeSiteFile } from '@govcrawler/platform';
import { AuditLog } from '../audit/audit-log.js';
import { type Actor } from '../auth/actor.decorator.js';
import { GatewayInfrastructure } from '../gateway-infrastructure.js';
import { type FieldProblem } from '../http/zod-problems.js';
import { EditSites, ReadableSites } from '../sites/edit-sites.js';
import { BulkCreateTargets } from '../targets/bulk-create-targets.js';

/** Where a site file becomes rows. */
export abstract class SyncedSites {
  abstract syncFromFile(file: SiteFile, yamlPath: string): Promise<unknown>;
}

export interface AcceptOrder {
  siteCode: string;
  siteName: string | null;
  /** targets: rows that the console manages; yaml: the text of a site file; file: that text written and loaded. */
  as: 'targets' | 'yaml' | 'file';
  columns: { listUrl: string; columnId?: string; name?: string; category?: string }[];
}

export type AcceptResult =
  { kind: 'done'; accepted: AcceptedColumns } | { kind: 'no_folder' } | { kind: 'invalid'; problems: FieldProblem[] };

const NOTHING: BulkCreateResult = { created: [], refused: [] };

/** Turns columns that a discovery found into targets, as rows or as a site file. */
@Injectable()
export class AcceptColumns {
  constructor(
    private readonly editSites: EditSites,
    private readonly sites: ReadableSites,
    private readonly bulkCreateTargets: BulkCreateTargets,
    private readonly synced: SyncedSites,
    private readonly audit: AuditLog,
    private readonly infrastructure: GatewayInfrastructure,
  ) {}

  async accept(found: DiscoveryResult, order: AcceptOrder, actor: Actor): Promise<AcceptResult> {
    const chosen = choose(found, order);
    if (!chosen.ok) return { kind: 'invalid', problems: chosen.problems };
    const result =
      order.as === 'targets'
        ? await this.asTargets(found, order, chosen.columns, actor)
        : await this.asFile(found, order, chosen.columns);
    if (result.kind === 'done') {
      const after = { as: order.as, columns: chosen.columns.map(({ listUrl }) => listUrl) };
      await this.audit.append([{ actor, action: 'discovery.accept', subjectKey: order.siteCode, before: null, after }]);
    }
    return result;
  }

  private async asTargets(
    found: DiscoveryResult,
    { siteCode, siteName }: AcceptOrder,
    columns: DiscoveredColumn[],
    actor: Actor,
  ): Promise<AcceptResult> {
    if (!(await this.sites.findByCode(siteCode))) {
      const made = await this.editSites.create(
        {
          siteCode,
          siteName: siteName ?? found.siteName,
          baseUrl: found.baseUrl,
          cmsAdapter: columns[0]!.adapter,
          adapterParamsJson: {},
          defaultFetchStrategy: 'httpx',
          scheduleCron: null,
          respectRobots: true,
          robotsOnError: 'allow',
          enabled: true,
        },
        actor,
      );
      if (made.kind === 'invalid') return made;
    }
    const orders = columns.map((column) => ({
      siteCode,
      targetCode: `${siteCode}__${column.columnId}`,
      targetName: column.name,
      entryUrl: column.listUrl,
      channelName: column.name,
      channelPath: null,
      contentCategory: null,
      contentSubcategory: null,
      deptId: null,
      scheduleCron: null,
      intervalSec: null,
      intervalJitterSec: null,
      enabled: true,
      parser: {
        ...(column.listSelectors ? { list_selector: column.listSelectors } : {}),
        ...(column.pagination.type === 'none' ? {} : { pagination: column.pagination }),
        ...(Object.keys(column.params).length > 0 ? { params: column.params } : {}),
      },
    }));
    const targets = await this.bulkCreateTargets.create(orders, actor);
    return { kind: 'done', accepted: { siteCode, targets, yaml: null, yamlPath: null } };
  }

  private async asFile(found: DiscoveryResult, order: AcceptOrder, columns: DiscoveredColumn[]): Promise<AcceptResult> {
    const { siteCode, siteName } = order;
    const folder: SiteFolder | null = this.infrastructure.siteFolder ?? null;
    if (order.as === 'file' && folder === null) return { kind: 'no_folder' };
    const text = writeSiteFile(folder?.read(siteCode) ?? null, {
      comment: `${siteName ?? found.siteName}：由栏目发现生成，选择器请人工核对。`,
      site_id: siteCode,
      site_name: siteName ?? found.siteName,
      base_url: found.baseUrl,
      adapter: columns[0]!.adapter,
      columns: columns.map((column, index) => ({
        column_id: column.columnId,
        name: column.name,
        ...(order.columns[index]?.category ? { category: order.columns[index].category } : {}),
        list_url: column.listUrl,
        ...(column.listSelectors ? { list_selector: column.listSelectors } : {}),
        ...(column.pagination.type === 'none' ? {} : { pagination: column.pagination }),
        ...(Object.keys(column.params).length > 0 ? { params: column.params } : {}),
      })),
    });
    const { site, problems } = parseSiteFile(text, `${siteCode}.yaml`, [checkSite]);
    if (!site || problems.length > 0) {
      return { kind: 'invalid', problems: problems.map((message) => ({ field: 'columns', message })) };
    }
    let yamlPath: string | null = null;
    if (order.as === 'file') {
      yamlPath = folder!.write(siteCode, text);
      if (yamlPath === null) return { kind: 'no_folder' };
      await this.synced.syncFromFile(site, yamlPath);
    }
    return { kind: 'done', accepted: { siteCode, targets: NOTHING, yaml: text, yamlPath } };
  }
}

/** The columns as they were found, with the names that the order gives them. */
function choose(
  found: DiscoveryResult,
  { columns }: AcceptOrder,
): { ok: true; columns: DiscoveredColumn[] } | { ok: false; problems: FieldProblem[] } {
  const byUrl = new Map(found.columns.map((column) => [column.listUrl, column]));
  const problems: FieldProblem[] = [];
  const chosen = columns.flatMap(({ listUrl, columnId, name }, index) => {
    const column = byUrl.get(listUrl);
    if (!column) problems.push({ field: `columns.${index}.listUrl`, message: '这次发现中没有此栏目' });
    return column ? [{ ...column, columnId: columnId ?? column.columnId, name: name ?? column.name }] : [];
  });
  if (new Set(chosen.map(({ adapter }) => adapter)).size > 1) {
    problems.push({ field: 'columns', message: '一个站点只能用一种采集器，请按采集器分别接受' });
  }
  if (new Set(chosen.map(({ columnId }) => columnId)).size < chosen.length) {
    problems.push({ field: 'columns', message: '栏目编号不能重复' });
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, columns: chosen };
}
