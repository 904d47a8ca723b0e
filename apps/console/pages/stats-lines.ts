import { type CategoryStats, type DepartmentStats, type MonthStats, type SiteStats } from '@govcrawler/contracts';
import { read } from '../api/admin-client.js';

export type Dimension = 'site' | 'dept' | 'category' | 'month';

/** One figure of the statistics, by whatever it is counted. */
export interface StatsLine {
  key: string;
  name: string;
  articles: number;
  targets?: number;
  newToday?: number;
  lastFetchedAt?: string | null;
  /** The articles page with these articles only; null where it cannot be asked for. */
  href: string | null;
}

/** Months before the first article are left out. */
export const MONTHS = 24;

/** What is counted, in words, and where its figures come from. */
export const DIMENSIONS: Record<Dimension, { words: string; lines: (signal: AbortSignal) => Promise<StatsLine[]> }> = {
  site: { words: '站点', lines: async (signal) => (await read('/admin/api/stats/by-site', { signal })).map(siteLine) },
  dept: {
    words: '部门',
    lines: async (signal) => (await read('/admin/api/stats/by-dept', { signal })).map(departmentLine),
  },
  category: {
    words: '分类',
    lines: async (signal) => (await read('/admin/api/stats/by-category', { signal })).map(categoryLine),
  },
  month: {
    words: '月份',
    lines: async (signal) => {
      const months = await read('/admin/api/stats/by-month', { query: { months: MONTHS }, signal });
      return months.slice(months.findIndex(({ articles }) => articles > 0)).map(monthLine);
    },
  },
};

function siteLine({ siteCode, siteName, ...figures }: SiteStats): StatsLine {
  return { ...figures, key: siteCode, name: siteName, href: `/articles?site=${encodeURIComponent(siteCode)}` };
}

function departmentLine({ deptId, fullName, ...figures }: DepartmentStats): StatsLine {
  return {
    ...figures,
    key: String(deptId),
    name: fullName ?? '未归属部门',
    href: deptId === null ? null : `/articles?dept=${deptId}`,
  };
}

function categoryLine({ category, ...figures }: CategoryStats): StatsLine {
  return {
    ...figures,
    key: category ?? '',
    name: category ?? '未分类',
    href: category === null ? null : `/articles?category=${encodeURIComponent(category)}`,
  };
}

function monthLine({ month, articles }: MonthStats): StatsLine {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return {
    key: month,
    name: month,
    articles,
    href: articles === 0 ? null : `/articles?from=${month}-01&to=${month}-${lastDay}`,
  };
}
