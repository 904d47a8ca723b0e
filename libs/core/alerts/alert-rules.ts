import { type AlertRule, type AlertSettings, type AlertSeverity } from '@govcrawler/contracts';

/** What is known about the last hours. */
export interface AlertFigures {
  /** Attempts of the last hour. */
  failures: { siteCode: string; siteName: string; attempts: number; failures: number; blocked: number; host: string }[];
  /** Enabled targets, and what they gave in the last months. */
  targets: { code: string; name: string; articles: number; firstAt: Date | null; lastAt: Date | null }[];
  /** What targets gave in the last day. */
  samples: { code: string; name: string; articles: number; shortBodies: number; untitled: number; fallbacks: number }[];
  oldestQueuedAt: Date | null;
  disk: { freeBytes: number; totalBytes: number } | null;
}

/** From when on a figure is a trouble. */
export interface AlertThresholds {
  /** Fewer attempts say nothing about a site. */
  leastAttempts: number;
  siteFailureShare: number;
  overallFailureShare: number;
  blockedTimes: number;
  /** A target is silent after this many of its usual gaps, and never before `leastSilenceMs`. */
  silentGaps: number;
  leastSilenceMs: number;
  leastSample: number;
  driftShare: number;
  queueAgeMs: number;
  diskFreeShare: number;
  diskFreeBytes: number;
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** The settings of operators in the units of the rules. */
export function thresholdsOf(settings: AlertSettings): AlertThresholds {
  const { leastAttempts, blockedTimes, silentGaps, leastSample } = settings;
  return {
    leastAttempts,
    blockedTimes,
    silentGaps,
    leastSample,
    siteFailureShare: settings.siteFailurePercent / 100,
    overallFailureShare: settings.overallFailurePercent / 100,
    leastSilenceMs: settings.leastSilenceHours * HOUR_MS,
    driftShare: settings.driftPercent / 100,
    queueAgeMs: settings.queueAgeMinutes * MINUTE_MS,
    diskFreeShare: settings.diskFreePercent / 100,
    diskFreeBytes: settings.diskFreeGb * 1024 ** 3,
  };
}

/** A trouble as one look sees it. */
export interface AlertFinding {
  rule: AlertRule;
  subject: string;
  severity: AlertSeverity;
  title: string;
  message: string;
}

/** Everything that is wrong now. */
export function findTroubles(figures: AlertFigures, now: Date, limits: AlertThresholds): AlertFinding[] {
  return [
    ...failing(figures, limits),
    ...blocked(figures, limits),
    ...silent(figures, now, limits),
    ...drifting(figures, limits),
    ...queueOld(figures, now, limits),
    ...diskLow(figures, limits),
  ];
}

function failing({ failures }: AlertFigures, limits: AlertThresholds): AlertFinding[] {
  const findings: AlertFinding[] = failures
    .filter((site) => site.attempts >= limits.leastAttempts && site.failures / site.attempts >= limits.siteFailureShare)
    .map((site) => ({
      rule: 'site_failing',
      subject: site.siteCode,
      severity: site.failures === site.attempts ? 'critical' : 'warning',
      title: `${site.siteName} 采集失败率过高`,
      message: `最近一小时 ${site.attempts} 次请求中失败 ${site.failures} 次（${percent(site.failures / site.attempts)}）`,
    }));
  const attempts = failures.reduce((sum, site) => sum + site.attempts, 0);
  const failed = failures.reduce((sum, site) => sum + site.failures, 0);
  if (attempts >= 3 * limits.leastAttempts && failed / attempts >= limits.overallFailureShare) {
    findings.push({
      rule: 'all_failing',
      subject: '',
      severity: failed / attempts >= 2 * limits.overallFailureShare ? 'critical' : 'warning',
      title: '全局采集失败率过高',
      message: `最近一小时全部站点 ${attempts} 次请求中失败 ${failed} 次（${percent(failed / attempts)}）`,
    });
  }
  return findings;
}

function blocked({ failures }: AlertFigures, limits: AlertThresholds): AlertFinding[] {
  return failures
    .filter((site) => site.blocked >= limits.blockedTimes)
    .map((site) => ({
      rule: 'host_blocked',
      subject: site.host,
      severity: 'critical',
      title: `${site.host} 疑似封禁`,
      message: `最近一小时 ${site.siteName} 有 ${site.blocked} 次请求被拒绝或要求验证`,
    }));
}

function silent({ targets }: AlertFigures, now: Date, limits: AlertThresholds): AlertFinding[] {
  return targets.flatMap(({ code, name, articles, firstAt, lastAt }): AlertFinding[] => {
    if (articles < limits.leastSample || !firstAt || !lastAt) return [];
    const usual = (lastAt.getTime() - firstAt.getTime()) / (articles - 1);
    const since = now.getTime() - lastAt.getTime();
    if (since < Math.max(limits.leastSilenceMs, limits.silentGaps * usual)) return [];
    return [
      {
        rule: 'target_silent',
        subject: code,
        severity: since >= 2 * Math.max(limits.leastSilenceMs, limits.silentGaps * usual) ? 'critical' : 'warning',
        title: `${name} 长时间没有新文章`,
        message: `已 ${hours(since)} 没有新文章，平时平均每 ${hours(usual)} 一篇`,
      },
    ];
  });
}

function drifting({ samples }: AlertFigures, limits: AlertThresholds): AlertFinding[] {
  return samples.flatMap(({ code, name, articles, shortBodies, untitled, fallbacks }): AlertFinding[] => {
    if (articles < limits.leastSample) return [];
    const signs = [
      ['正文过短', shortBodies],
      ['缺少标题', untitled],
      ['依靠通用提取', fallbacks],
    ] as const;
    const strong = signs.filter(([, times]) => times / articles >= limits.driftShare);
    if (strong.length === 0) return [];
    return [
      {
        rule: 'selector_drift',
        subject: code,
        severity: strong.some(([, times]) => times === articles) ? 'critical' : 'warning',
        title: `${name} 的选择器可能已失效`,
        message: `最近一天 ${articles} 篇中：${strong.map(([what, times]) => `${what} ${times} 篇`).join('，')}`,
      },
    ];
  });
}

function queueOld({ oldestQueuedAt }: AlertFigures, now: Date, limits: AlertThresholds): AlertFinding[] {
  const age = oldestQueuedAt === null ? 0 : now.getTime() - oldestQueuedAt.getTime();
  if (age < limits.queueAgeMs) return [];
  return [
    {
      rule: 'queue_old',
      subject: '',
      severity: age >= 3 * limits.queueAgeMs ? 'critical' : 'warning',
      title: '采集任务积压',
      message: `最早的任务已等待 ${hours(age)}，请检查采集进程是否正常`,
    },
  ];
}

function diskLow({ disk }: AlertFigures, limits: AlertThresholds): AlertFinding[] {
  if (!disk || (disk.freeBytes >= limits.diskFreeBytes && disk.freeBytes / disk.totalBytes >= limits.diskFreeShare)) {
    return [];
  }
  return [
    {
      rule: 'disk_low',
      subject: '',
      severity: disk.freeBytes < limits.diskFreeBytes / 4 ? 'critical' : 'warning',
      title: '磁盘空间不足',
      message: `数据目录只剩 ${(disk.freeBytes / 1024 ** 3).toFixed(1)} GB（${percent(disk.freeBytes / disk.totalBytes)}）`,
    },
  ];
}

const percent = (share: number): string => `${Math.round(share * 100)}%`;
const hours = (ms: number): string =>
  ms >= 48 * HOUR_MS ? `${Math.round(ms / (24 * HOUR_MS))} 天` : `${Math.max(1, Math.round(ms / HOUR_MS))} 小时`;
