import { type DataSource, type EntityManager } from 'typeorm';
import { inTransaction } from '../connection/transaction.js';
import { ArticleRevisionEntity } from '../entities/article-revision.entity.js';
import { ArticleEntity } from '../entities/article.entity.js';
import { AttachmentEntity } from '../entities/attachment.entity.js';
import { blobPath } from '../files/attachment-file-store.js';
import { appendAudit, type Actor } from './audit.repository.js';
import { appendChanges, siteCodesOf } from './change.repository.js';
import { rememberDeleted } from './deleted-documents.js';

/** Articles that are gone, and the files that nothing needs any more. */
export interface DeletedArticles {
  articleIds: number[];
  files: OrphanedFiles;
}

/** Files of deleted rows, by what may still need them. */
export interface OrphanedFiles {
  /** Pages and texts, by the address they were read from. */
  documents: { urlHash: string; paths: string[] }[];
  /** Attachments, by their content: other articles may have the same. */
  attachments: { sha256: string | null; paths: string[] }[];
}

interface DoomedArticle {
  id: number;
  siteId: number;
  targetId: number | null;
  url: string;
  urlHash: string;
  nativePostId: string | null;
  publishDate: string | null;
  title: string;
  revision: number;
  deptId: number | null;
  contentCategory: string | null;
  rawHtmlPath: string | null;
  textPath: string | null;
}

/** Takes articles away, with everything that hangs on them. */
export class ArticleDeletionRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * All or none of them, each with its DELETE in the change log. Ids that are not there are passed over. Crawls leave
   * them out from now on, unless they are forced.
   */
  remove(ids: number[], actor: Actor): Promise<DeletedArticles> {
    if (ids.length === 0) return Promise.resolve({ articleIds: [], files: { documents: [], attachments: [] } });
    return inTransaction(this.dataSource, async (manager) => {
      const articles = await lockArticles(manager, 'article.id IN (:...ids)', { ids: [...ids] }, ids.length);
      const files = await removeRows(manager, articles);
      await rememberDeleted(manager, articles);
      await appendAudit(
        manager,
        articles.map(({ id, title, url, siteId, revision }) => ({
          actor,
          action: 'article.delete',
          subjectKey: String(id),
          before: { title, url, siteId, revision },
          after: null,
        })),
      );
      await announce(manager, articles);
      return { articleIds: articles.map(({ id }) => id), files };
    });
  }

  /** The next few articles of a site that is to be deleted; none when it has no more. The site's own audit entry counts them. */
  removeSomeOfSite(siteId: number, limit: number): Promise<DeletedArticles> {
    return inTransaction(this.dataSource, async (manager) => {
      const articles = await lockArticles(manager, 'article.siteId = :siteId', { siteId }, limit);
      const files = await removeRows(manager, articles);
      await announce(manager, articles);
      return { articleIds: articles.map(({ id }) => id), files };
    });
  }

  /** Which of the files may go: none that another row, or the same document collected anew, refers to. */
  async removable({ documents, attachments }: OrphanedFiles): Promise<string[]> {
    const collectedAgain = await this.known(
      ArticleEntity,
      'urlHash',
      documents.map(({ urlHash }) => urlHash),
    );
    const inUse = await this.known(
      AttachmentEntity,
      'sha256',
      attachments.flatMap(({ sha256 }) => sha256 ?? []),
    );
    return [
      ...documents.filter(({ urlHash }) => !collectedAgain.has(urlHash)).flatMap(({ paths }) => paths),
      ...attachments.flatMap(({ sha256, paths }) =>
        // The article's own name for the content may go; the content itself, and its text, serve the others too.
        sha256 !== null && inUse.has(sha256) ? paths.filter((path) => !path.includes(sha256)) : paths,
      ),
    ];
  }

  private async known(
    entity: typeof ArticleEntity | typeof AttachmentEntity,
    property: 'urlHash' | 'sha256',
    values: string[],
  ): Promise<Set<string>> {
    if (values.length === 0) return new Set();
    const rows = await this.dataSource
      .createQueryBuilder<ArticleEntity | AttachmentEntity>(entity, 'row')
      .select(`row.${property}`, 'value')
      .where(`row.${property} IN (:...values)`, { values: [...new Set(values)] })
      .getRawMany<{ value: string }>();
    return new Set(rows.map(({ value }) => value));
  }
}

function lockArticles(
  manager: EntityManager,
  where: string,
  parameters: object,
  limit: number,
): Promise<DoomedArticle[]> {
  const columns = [
    'id',
    'siteId',
    'targetId',
    'url',
    'urlHash',
    'nativePostId',
    'publishDate',
    'title',
    'revision',
    'deptId',
    'contentCategory',
    'rawHtmlPath',
    'textPath',
  ];
  return manager
    .createQueryBuilder(ArticleEntity, 'article')
    .select(columns.map((column) => `article.${column}`))
    .setLock('pessimistic_write')
    .where(where, parameters)
    .orderBy('article.id')
    .limit(limit)
    .getMany();
}

async function removeRows(manager: EntityManager, articles: DoomedArticle[]): Promise<OrphanedFiles> {
  if (articles.length === 0) return { documents: [], attachments: [] };
  const ids = articles.map(({ id }) => id);
  const revisions = await manager
    .createQueryBuilder(ArticleRevisionEntity, 'r')
    .select(['r.id', 'r.articleId', 'r.rawHtmlPath', 'r.textPath'])
    .where('r.articleId IN (:...ids)', { ids })
    .getMany();
  const attachments = await manager
    .createQueryBuilder(AttachmentEntity, 'f')
    .select(['f.id', 'f.sha256', 'f.filePath', 'f.textPath'])
    .where('f.articleId IN (:...ids)', { ids })
    .getMany();
  await manager.createQueryBuilder().delete().from(ArticleEntity).where('id IN (:...ids)', { ids }).execute();
  const earlier = new Map<number, string[]>();
  for (const { articleId, ...paths } of revisions) {
    earlier.set(articleId, [...(earlier.get(articleId) ?? []), ...pathsOf(paths)]);
  }
  return {
    documents: articles.map((article) => ({
      urlHash: article.urlHash,
      paths: [...new Set([...pathsOf(article), ...(earlier.get(article.id) ?? [])])],
    })),
    attachments: attachments.map(({ sha256, filePath, textPath }) => ({
      sha256,
      paths: [filePath, textPath, blobOf(sha256)].flatMap((path) => path ?? []),
    })),
  };
}

/** Must come last: from the first entry to the commit, every other writer waits. */
async function announce(manager: EntityManager, articles: DoomedArticle[]): Promise<void> {
  const siteCodes = await siteCodesOf(manager, articles);
  await appendChanges(
    manager,
    articles.map(({ id, siteId, revision, deptId, contentCategory }) => ({
      articleId: id,
      kind: 'DELETE' as const,
      revision,
      siteCode: siteCodes.get(siteId) ?? null,
      deptId,
      contentCategory,
    })),
  );
}

function pathsOf({ rawHtmlPath, textPath }: Pick<DoomedArticle, 'rawHtmlPath' | 'textPath'>): string[] {
  return [rawHtmlPath, textPath].flatMap((path) => path ?? []);
}

function blobOf(sha256: string | null): string | null {
  return sha256 === null ? null : blobPath(sha256);
}
