import { Injectable } from '@nestjs/common';
import { type ActivityStats, type CategoryStats, type MonthStats } from '@govcrawler/contracts';
import { Clock } from '../gateway-infrastructure.js';
import { beijingDay, beijingMidnight } from '../http/wire-time.js';
import { CountedSites } from './stats-overview.js';

/** Figures by category and time. */
export abstract class TimedFigures {
  abstract articlesByCategory(since: Date): Promise<{ category: string | null; articles: number; newSince: number }[]>;
  abstract articlesByMonth(fromDay: string): Promise<{ month: string; articles: number }[]>;
  abstract arrivalsByDay(since: Date): Promise<{ siteId: number; day: string; articles: number }[]>;
  abstract attemptsByDay(since: Date): Promise<{ day: string; attempts: number; failures: number }[]>;
}

const DAY_MS = 86_400_000;

/** What was published and collected when; days begin at midnight in Asia/Shanghai. */
@Injectable()
export class ReadStatsOverTime {
  constructor(
    private readonly figures: TimedFigures,
    private readonly sites: CountedSites,
    private readonly clock: Clock,
  ) {}

  /** Most articles first. */
  async byCategory(): Promise<CategoryStats[]> {
    const rows = await this.figures.articlesByCategory(beijingMidnight(beijingDay(this.clock.now())));
    return rows
      .map(({ category, articles, newSince }) => ({ category, articles, newToday: newSince }))
      .sort((a, b) => b.articles - a.articles || ((a.category ?? '') < (b.category ?? '') ? -1 : 1));
  }

  async byMonth(months: number): Promise<MonthStats[]> {
    const names = lastMonths(beijingDay(this.clock.now()), months);
    const rows = await this.figures.articlesByMonth(`${names[0]}-01`);
    const articlesOf = new Map(rows.map(({ month, articles }) => [month, articles]));
    return names.map((month) => ({ month, articles: articlesOf.get(month) ?? 0 }));
  }

  async activity(count: number): Promise<ActivityStats> {
    const today = beijingMidnight(beijingDay(this.clock.now()));
    const days = Array.from({ length: count }, (_, i) =>
      beijingDay(new Date(today.getTime() - (count - 1 - i) * DAY_MS)),
    );
    const since = beijingMidnight(days[0]!);
    const [sites, arrivals, attempts] = await Promise.all([
      this.sites.listWithTargets(),
      this.figures.arrivalsByDay(since),
      this.figures.attemptsByDay(since),
    ]);
    const place = new Map(days.map((day, i) => [day, i]));
    const zeros = () => days.map(() => 0);
    const articles = zeros();
    const bySite = new Map<number, number[]>();
    for (const { siteId, day, articles: added } of arrivals) {
      const i = place.get(day);
      if (i === undefined) continue; // stored just now, after midnight
      const line = bySite.get(siteId) ?? zeros();
      line[i]! += added;
      articles[i]! += added;
      bySite.set(siteId, line);
    }
    const attemptsOf = new Map(attempts.map((row) => [row.day, row]));
    return {
      days,
      articles,
      attempts: days.map((day) => attemptsOf.get(day)?.attempts ?? 0),
      failures: days.map((day) => attemptsOf.get(day)?.failures ?? 0),
      sites: sites
        .flatMap(({ id, siteCode, siteName }) => {
          const line = bySite.get(id);
          return line ? [{ siteCode, siteName, total: line.reduce((sum, n) => sum + n, 0), articles: line }] : [];
        })
        .sort((a, b) => b.total - a.total || (a.siteCode < b.siteCode ? -1 : 1)),
    };
  }
}

/** The names of the last months, this one included, oldest first. */
function lastMonths(today: string, count: number): string[] {
  const [year, month] = today.split('-').map(Number) as [number, number];
  return Array.from({ length: count }, (_, i) =>
    new Date(Date.UTC(year, month - 1 - (count - 1 - i), 1)).toISOString().slice(0, 7),
  );
}
