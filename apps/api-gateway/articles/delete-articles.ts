import { Injectable } from '@nestjs/common';
import { type BulkDeleteResult } from '@govcrawler/contracts';
import { type DeletedArticles } from '@govcrawler/persistence';
import { type Actor } from '../auth/actor.decorator.js';
import { RemoveFiles } from './remove-files.js';

/** Where articles are taken away, each with its DELETE in the change log. */
export abstract class RemovableArticles {
  abstract remove(ids: number[], actor: Actor): Promise<DeletedArticles>;
}

/** Short transactions: the change log's counter is locked while one runs, and crawls wait for it. */
const PER_TRANSACTION = 100;

/** Deletes articles with their attachments and files. Whoever follows the change log learns of each. */
@Injectable()
export class DeleteArticles {
  constructor(
    private readonly articles: RemovableArticles,
    private readonly files: RemoveFiles,
  ) {}

  async delete(wanted: number[], actor: Actor): Promise<BulkDeleteResult> {
    const ids = [...new Set(wanted)];
    const deleted = new Set<number>();
    let filesRemoved = 0;
    for (let start = 0; start < ids.length; start += PER_TRANSACTION) {
      const step = await this.articles.remove(ids.slice(start, start + PER_TRANSACTION), actor);
      for (const id of step.articleIds) deleted.add(id);
      filesRemoved += await this.files.remove(step.files);
    }
    return { deleted: deleted.size, missing: ids.filter((id) => !deleted.has(id)), filesRemoved };
  }
}
