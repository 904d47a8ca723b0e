import { Controller, Get } from '@nestjs/common';
import { type DepartmentStats, type SiteStats, type StatsOverview } from '@govcrawler/contracts';
import { ReadStatsByDepartment } from './stats-by-department.js';
import { ReadStatsOverview } from './stats-overview.js';

@Controller('admin/api/stats')
export class StatsController {
  constructor(
    private readonly readOverview: ReadStatsOverview,
    private readonly readByDepartment: ReadStatsByDepartment,
  ) {}

  @Get('overview')
  overview(): Promise<StatsOverview> {
    return this.readOverview.read();
  }

  @Get('by-site')
  bySite(): Promise<SiteStats[]> {
    return this.readOverview.bySite();
  }

  @Get('by-dept')
  byDepartment(): Promise<DepartmentStats[]> {
    return this.readByDepartment.read();
  }
}
