/** Times leave the gateway as ISO 8601 in UTC. */
export function toIso(time: Date): string;
export function toIso(time: Date | null): string | null;
export function toIso(time: Date | null): string | null {
  return time === null ? null : time.toISOString();
}

/** Midnight of a day in Asia/Shanghai, which has no summer time. */
export function beijingMidnight(day: string): Date {
  return new Date(`${day}T00:00:00+08:00`);
}

/** The day it is in Asia/Shanghai. */
export function beijingDay(time: Date): string {
  return new Date(time.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
}
