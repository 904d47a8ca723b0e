import { Injectable } from '@nestjs/common';
import { type OrphanedFiles } from '@govcrawler/persistence';
import { GatewayInfrastructure } from '../gateway-infrastructure.js';

/** Knows which files of deleted rows nothing needs any more. */
export abstract class FileOwnership {
  abstract removable(files: OrphanedFiles): Promise<string[]>;
}

/** Takes files of deleted articles off the disk. The rows are gone already: a file that resists is logged, not fatal. */
@Injectable()
export class RemoveFiles {
  constructor(
    private readonly ownership: FileOwnership,
    private readonly infrastructure: GatewayInfrastructure,
  ) {}

  async remove(orphans: OrphanedFiles): Promise<number> {
    const { files, logger } = this.infrastructure;
    const paths = await this.ownership.removable(orphans);
    if (paths.length === 0) return 0;
    if (!files) {
      logger.warn({ paths: paths.length }, 'Deleted articles leave their files: this process has no data folder');
      return 0;
    }
    let removed = 0;
    for (const path of paths) {
      try {
        if (await files.remove(path)) removed += 1;
      } catch (error) {
        logger.warn({ err: error, path }, 'A file of a deleted article stays');
      }
    }
    return removed;
  }
}
