import { Controller, Get } from '@nestjs/common';
import { type StatsOverview } from '@govcrawler/contracts';
import { ReadStatsOverview } from './stats-overview.js';

@Controller('admin/api/stats')
export class StatsController {
  constructor(private readonly readOverview: ReadStatsOverview) {}

  @Get('overview')
  overview(): Promise<StatsOverview> {
    return this.readOverview.read();
  }
}
