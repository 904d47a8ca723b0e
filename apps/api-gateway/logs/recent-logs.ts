import { Injectable } from '@nestjs/common';
import { type CrawlLogView } from '@govcrawler/contracts';
import { toIso } from '../http/wire-time.js';

export interface LogFilter {
  hours: number;
  siteCode?: string;
  targetCode?: string;
  success?: boolean;
  after?: number;
  q?: string;
  limit: number;
}

/** Where crawl logs are read, newest first. */
export abstract class CrawlLogs {
  abstract recent(
    filter: LogFilter,
  ): Promise<(Omit<CrawlLogView, 'occurredAt' | 'siteCode'> & { occurredAt: Date; siteCode: string })[]>;
}

/** What happened in the last hours, one line per attempt to get something from a site. */
@Injectable()
export class RecentLogs {
  constructor(private readonly logs: CrawlLogs) {}

  async recent(filter: LogFilter): Promise<CrawlLogView[]> {
    const logs = await this.logs.recent(filter);
    return logs.map((log) => ({
      id: log.id,
      occurredAt: toIso(log.occurredAt),
      siteCode: log.siteCode,
      targetCode: log.targetCode,
      articleId: log.articleId,
      success: log.success,
      httpStatus: log.httpStatus,
      fetchStrategy: log.fetchStrategy,
      durationMs: log.durationMs,
      errorMsg: log.errorMsg,
      url: log.url,
    }));
  }
}
