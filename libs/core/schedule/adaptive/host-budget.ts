/** How many checks a host may get within a span of time, whoever its sources are. */
export interface HostBudget {
  checks: number;
  windowMs: number;
}

export interface DueCheck {
  source: string;
  /** Publications expected since the last check; the most promising source goes first. */
  expected: number;
  dueAt: number;
}

export interface BudgetVerdict<T extends DueCheck> {
  admitted: T[];
  /** What must wait, and until when. */
  deferred: { check: T; until: number }[];
}

/**
 * Shares what a host may still take among its due sources. `spent` are the moments of earlier checks of this host.
 * Equal promise: who is due longer goes first.
 */
export function admitChecks<T extends DueCheck>(
  due: readonly T[],
  spent: readonly number[],
  budget: HostBudget,
  now: number,
): BudgetVerdict<T> {
  const recent = spent.filter((at) => at > now - budget.windowMs).sort((a, b) => a - b);
  const free = Math.max(0, budget.checks - recent.length);
  const order = [...due].sort((a, b) => b.expected - a.expected || a.dueAt - b.dueAt);
  // The budget comes back in the order in which it was spent, by those just admitted last of all.
  const returns = [...recent, ...order.slice(0, free).map(() => now)].map((at) => at + budget.windowMs);
  return {
    admitted: order.slice(0, free),
    deferred: order.slice(free).map((check, place) => {
      const round = Math.floor(place / Math.max(1, returns.length));
      const back = returns[place % Math.max(1, returns.length)] ?? now + budget.windowMs;
      return { check, until: back + round * budget.windowMs };
    }),
  };
}
