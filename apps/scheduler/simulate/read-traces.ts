import { ConfigError, type Traces } from '@govcrawler/core';

const MAX_PROBLEMS = 10;
/** Every policy lives through the whole span: one wrong year would keep them busy for ever. */
const YEARS = { from: Date.UTC(1990, 0), to: Date.UTC(2100, 0) };
/** What lists of documents show: no zone, often no time. */
const CHINA_TIME = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/;

/** Reads lines of {source, publishedAt}; names every line that cannot be used. Blank lines are passed over. */
export function readTraces(text: string, file: string): Traces {
  const traces = new Map<string, number[]>();
  const problems: string[] = [];
  text
    .replace(/^\ufeff/, '')
    .split('\n')
    .forEach((line, index) => {
      if (line.trim() === '') return;
      const read = readLine(line);
      if (typeof read === 'string') problems.push(`line ${index + 1}: ${read}`);
      else (traces.get(read.source) ?? startTrace(traces, read.source)).push(read.at);
    });
  if (problems.length > 0) {
    const more = problems.length > MAX_PROBLEMS ? [`and ${problems.length - MAX_PROBLEMS} more`] : [];
    const list = [...problems.slice(0, MAX_PROBLEMS), ...more].map((problem) => `  - ${problem}`);
    throw new ConfigError(`The trace ${file} cannot be read:\n${list.join('\n')}`);
  }
  if (traces.size === 0) throw new ConfigError(`The trace ${file} holds no publications`);
  for (const times of traces.values()) times.sort((a, b) => a - b);
  return traces;
}

function startTrace(traces: Map<string, number[]>, source: string): number[] {
  const times: number[] = [];
  traces.set(source, times);
  return times;
}

function readLine(line: string): { source: string; at: number } | string {
  let value: { source?: unknown; publishedAt?: unknown } | null;
  try {
    value = JSON.parse(line) as typeof value;
  } catch {
    return 'is no JSON';
  }
  const source = value?.source;
  if (typeof source !== 'string' && typeof source !== 'number') return '"source" must be a text';
  const { publishedAt } = value!;
  const at = typeof publishedAt === 'string' || typeof publishedAt === 'number' ? momentOf(publishedAt) : NaN;
  if (!Number.isFinite(at)) return '"publishedAt" must be a time, e.g. "2025-03-03T09:30:00+08:00"';
  if (at < YEARS.from || at >= YEARS.to) {
    return `"publishedAt" must lie between 1990 and 2100, not ${new Date(at).toISOString()} (numbers are milliseconds)`;
  }
  return { source: String(source), at };
}

/** A time without a zone is Chinese, whatever the zone of this machine. */
function momentOf(publishedAt: string | number): number {
  const local = typeof publishedAt === 'string' ? CHINA_TIME.exec(publishedAt.trim()) : null;
  if (!local) return new Date(publishedAt).getTime();
  const [, year, month, day, hour = '0', minute = '0', second = '0'] = local;
  const pad = (part: string) => part.padStart(2, '0');
  const date = `${year}-${pad(month!)}-${pad(day!)}`;
  return new Date(`${date}T${pad(hour)}:${pad(minute)}:${pad(second)}+08:00`).getTime();
}
