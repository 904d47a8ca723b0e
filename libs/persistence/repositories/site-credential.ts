import { ownCredential, resolveColumn } from '@govcrawler/core';
import { type EntityManager } from 'typeorm';
import { SiteEntity } from '../entities/site.entity.js';
import { TargetEntity } from '../entities/target.entity.js';
import { columnOf } from './target.repository.js';

/** The secret's name for an address that documents of a target led to; nothing for hosts that are not the site's own. */
export async function credentialFor(
  manager: EntityManager,
  url: string,
  of: { siteId: number; targetId: number | null },
): Promise<{ credential?: string }> {
  const site = await manager.createQueryBuilder(SiteEntity, 'site').where('site.id = :siteId', of).getOne();
  if (!site?.crawlPlanJson) return {};
  const target = await manager.createQueryBuilder(TargetEntity, 'target').where('target.id = :targetId', of).getOne();
  const { credential } = resolveColumn(site.crawlPlanJson, (target && columnOf(site, target)?.column_id) ?? '', null);
  return ownCredential(url, credential, [site.baseUrl, ...(target ? [target.entryUrl] : [])]);
}
