import { Controller, Get, Query } from '@nestjs/common';
import {
  type ActivityStats,
  type CategoryStats,
  type DepartmentStats,
  type MonthStats,
  type SiteStats,
  type StatsOverview,
} from '@govcrawler/contracts';
import { IntField } from '../http/field-rules.js';
import { RememberedFigures } from './remembered-figures.js';
import { ReadStatsByDepartment } from './stats-by-department.js';
import { ReadStatsOverTime } from './stats-over-time.js';
import { ReadStatsOverview } from './stats-overview.js';

class MonthsQuery {
  @IntField({ min: 1, max: 120 })
  months = 24;
}

class DaysQuery {
  @IntField({ min: 1, max: 366 })
  days = 30;
}

@Controller('admin/api/stats')
export class StatsController {
  constructor(
    private readonly readOverview: ReadStatsOverview,
    private readonly readByDepartment: ReadStatsByDepartment,
    private readonly readOverTime: ReadStatsOverTime,
    private readonly remembered: RememberedFigures,
  ) {}

  @Get('overview')
  overview(): Promise<StatsOverview> {
    return this.remembered.get('overview', () => this.readOverview.read());
  }

  @Get('by-site')
  bySite(): Promise<SiteStats[]> {
    return this.remembered.get('by-site', () => this.readOverview.bySite());
  }

  @Get('by-dept')
  byDepartment(): Promise<DepartmentStats[]> {
    return this.remembered.get('by-dept', () => this.readByDepartment.read());
  }

  @Get('by-category')
  byCategory(): Promise<CategoryStats[]> {
    return this.remembered.get('by-category', () => this.readOverTime.byCategory());
  }

  /** By the month of publication. */
  @Get('by-month')
  byMonth(@Query() { months }: MonthsQuery): Promise<MonthStats[]> {
    return this.remembered.get(`by-month ${months}`, () => this.readOverTime.byMonth(months));
  }

  /** What was collected on each of the last days, in all and by site. */
  @Get('activity')
  activity(@Query() { days }: DaysQuery): Promise<ActivityStats> {
    return this.remembered.get(`activity ${days}`, () => this.readOverTime.activity(days));
  }
}
