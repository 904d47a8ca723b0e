import { readFileSync } from 'node:fs';
import { comparePolicies, ConfigError, type PolicyResult, type WorkingCalendar } from '@govcrawler/core';
import { readTraces } from './simulate/read-traces.js';

/** What `govcrawler schedule simulate --trace FILE` answers; with --json exactly this. */
export interface SimulationResult {
  policies: PolicyResult[];
}

/** Replays a file of publications against all policies. */
export function simulateTraces(file: string, calendar: WorkingCalendar): SimulationResult {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new ConfigError(`The trace ${file} cannot be read: ${(cause as Error).message}`, { cause });
  }
  return comparePolicies(readTraces(text, file), calendar);
}

/** The result as a table for people. */
export function renderSimulation({ policies }: SimulationResult): string {
  const head = ['policy', 'checks', 'median delay', 'p95 delay', 'hit rate'];
  const rows = policies.map(({ policy, checks, medianDelaySec, p95DelaySec, hitRate }) => [
    policy,
    String(checks),
    delayLabel(medianDelaySec),
    delayLabel(p95DelaySec),
    `${(100 * hitRate).toFixed(1)} %`,
  ]);
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]!.length)));
  const line = (cells: string[]) =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  ');
  return [head, ...rows].map(line).join('\n');
}

function delayLabel(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
