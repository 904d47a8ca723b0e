import { type Problem } from '@govcrawler/contracts';
import { FIELD_WORDS } from '../parts/field-words.js';

/** An answer that is not the one asked for; carries the server's own words and the request id to quote. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem | null,
    message: string,
  ) {
    super(message);
    this.name = 'ApiError';
  }

  get isSessionExpired(): boolean {
    return this.status === 401 && this.problem?.code === 'unauthenticated';
  }
}

export async function readProblem(response: Response): Promise<Problem | null> {
  if (!response.headers.get('content-type')?.includes('application/problem+json')) return null;
  try {
    return (await response.json()) as Problem;
  } catch {
    return null;
  }
}

/** Title, detail and the fields concerned, in one sentence. */
export function describe(problem: Problem): string {
  const fields = problem.errors?.map(({ field, message }) => `${FIELD_WORDS[field] ?? field} ${message}`).join('；');
  return [problem.title, problem.detail, fields].filter(Boolean).join('：');
}
