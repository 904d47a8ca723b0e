export interface CategoryStats {
  /** Null: articles without a category. */
  category: string | null;
  articles: number;
  newToday: number;
}

/** By the month of publication, oldest first, without gaps. */
export interface MonthStats {
  month: string;
  articles: number;
}

/** The last days, one number per day of `days` (Asia/Shanghai). */
export interface ActivityStats {
  days: string[];
  /** Articles first stored on each day. */
  articles: number[];
  attempts: number[];
  failures: number[];
  /** The same by site, most first; sites without any are left out. */
  sites: { siteCode: string; siteName: string; total: number; articles: number[] }[];
}
