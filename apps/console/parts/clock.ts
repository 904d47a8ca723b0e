import { useSyncExternalStore } from 'react';

const TICK_MS = 30_000;

let now = new Date();
let timer: number | undefined;
const watchers = new Set<() => void>();

/** The time of day, at most half a minute old: "3 分钟前" stays true while a page is left open. One timer for all. */
export function useClock(): Date {
  return useSyncExternalStore(watch, () => now);
}

function watch(onTick: () => void): () => void {
  watchers.add(onTick);
  if (timer === undefined) {
    now = new Date();
    timer = window.setInterval(() => {
      now = new Date();
      for (const watcher of watchers) watcher();
    }, TICK_MS);
  }
  return () => {
    watchers.delete(onTick);
    if (watchers.size > 0) return;
    window.clearInterval(timer);
    timer = undefined;
  };
}
