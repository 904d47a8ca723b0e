/** What one run used of the language model so far. */
export interface RunUsage {
  calls: number;
  failedCalls: number;
  promptTokens: number;
  completionTokens: number;
  cost: number;
  currency: string;
  /** Largest request, in characters. */
  largestCall: number;
  /** Answers whose endpoint did not say what it counted: their tokens are estimated. */
  estimatedCalls: number;
}
