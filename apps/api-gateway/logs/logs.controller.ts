import { Controller, Get, Query } from '@nestjs/common';
import { type CrawlLogView } from '@govcrawler/contracts';
import { BooleanField, CodeField, IntField, TextField } from '../http/field-rules.js';
import { RecentLogs } from './recent-logs.js';

class RecentQuery {
  @IntField({ min: 1, max: 24 * 90 })
  hours = 24;

  @CodeField()
  siteCode?: string;

  @CodeField()
  targetCode?: string;

  @BooleanField()
  success?: boolean;

  /** Only lines written after the one with this id: asked again and again, it is a tail. */
  @IntField({ min: 0, max: Number.MAX_SAFE_INTEGER })
  after?: number;

  /** Part of the error or the address. */
  @TextField({ max: 200 })
  q?: string;

  @IntField({ min: 1, max: 1000 })
  limit = 200;
}

@Controller('admin/api/logs')
export class LogsController {
  constructor(private readonly recentLogs: RecentLogs) {}

  @Get('recent')
  async recent(@Query() query: RecentQuery): Promise<{ count: number; items: CrawlLogView[] }> {
    const items = await this.recentLogs.recent(query);
    return { count: items.length, items };
  }
}
