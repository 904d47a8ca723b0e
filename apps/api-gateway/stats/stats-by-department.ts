import { Injectable } from '@nestjs/common';
import { type DepartmentStats } from '@govcrawler/contracts';
import { type DepartmentArticles } from '@govcrawler/persistence';
import { StoredDepartments } from '../departments/edit-departments.js';
import { Clock } from '../gateway-infrastructure.js';
import { beijingDay, beijingMidnight, toIso } from '../http/wire-time.js';
import { StoredSites } from '../sites/list-sites.js';

/** Figures by department. */
export abstract class DepartmentFigures {
  abstract articlesByDepartment(since: Date): Promise<DepartmentArticles[]>;
}

/** What each department has published, most first; the last line is what belongs to none. */
@Injectable()
export class ReadStatsByDepartment {
  constructor(
    private readonly departments: StoredDepartments,
    private readonly sites: StoredSites,
    private readonly figures: DepartmentFigures,
    private readonly clock: Clock,
  ) {}

  async read(): Promise<DepartmentStats[]> {
    const midnight = beijingMidnight(beijingDay(this.clock.now()));
    const [departments, sites, figures] = await Promise.all([
      this.departments.list({}),
      this.sites.listWithTargets(),
      this.figures.articlesByDepartment(midnight),
    ]);
    const figuresOf = new Map(figures.map((row) => [row.deptId, row]));
    const targetsOf = new Map<number | null, number>();
    for (const { deptId } of sites.flatMap(({ targets }) => targets)) {
      targetsOf.set(deptId, (targetsOf.get(deptId) ?? 0) + 1);
    }
    const line = (
      deptId: number | null,
      names: Pick<DepartmentStats, 'fullName' | 'shortName' | 'region' | 'category'>,
    ): DepartmentStats => ({
      deptId,
      fullName: names.fullName,
      shortName: names.shortName,
      region: names.region,
      category: names.category,
      targets: targetsOf.get(deptId) ?? 0,
      articles: figuresOf.get(deptId)?.articles ?? 0,
      newToday: figuresOf.get(deptId)?.newSince ?? 0,
      lastFetchedAt: toIso(figuresOf.get(deptId)?.lastFetchedAt ?? null),
    });
    const nobody = { fullName: null, shortName: null, region: null, category: null };
    return [
      ...departments
        .map((department) => line(department.deptId, department))
        .sort((a, b) => b.articles - a.articles || a.deptId! - b.deptId!),
      line(null, nobody),
    ];
  }
}
