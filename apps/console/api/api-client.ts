import { type Problem } from '@govcrawler/contracts';

export type QueryValues = Record<string, string | number | boolean | null | undefined>;

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

/** Reads one resource of /admin/api; empty values are left out of the query. */
export function getJson<T>(path: string, query: QueryValues = {}, signal?: AbortSignal): Promise<T> {
  return send<T>('GET', withQuery(path, query), undefined, signal);
}

/** Changes something; the body is always JSON, as the server demands. */
export function postJson<T>(path: string, body: unknown = {}): Promise<T> {
  return send<T>('POST', path, body);
}

/** Replaces what the body names; `version` in it keeps a colleague's change from being overwritten. */
export function putJson<T>(path: string, body: unknown): Promise<T> {
  return send<T>('PUT', path, body);
}

export function deleteResource(path: string): Promise<void> {
  return send<void>('DELETE', path);
}

async function send<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/admin/api${path}`, {
      method,
      // Tells the server that we have a login page: it then does not provoke the browser's own dialogue.
      headers: {
        Accept: 'application/json',
        'X-Requested-With': 'console',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, null, '无法连接服务器，请检查网络或确认服务正在运行');
  }
  if (response.ok) return (response.status === 204 ? undefined : await response.json()) as T;
  const problem = await readProblem(response);
  throw new ApiError(response.status, problem, problem ? describe(problem) : `服务器返回了 ${response.status}`);
}

export async function readProblem(response: Response): Promise<Problem | null> {
  if (!response.headers.get('content-type')?.includes('application/problem+json')) return null;
  try {
    return (await response.json()) as Problem;
  } catch {
    return null;
  }
}

export function describe(problem: Problem): string {
  const fields = problem.errors?.map(({ field, message }) => `${field} ${message}`).join('；');
  return [problem.title, problem.detail, fields].filter(Boolean).join('：');
}

function withQuery(path: string, query: QueryValues): string {
  const entries = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== '');
  if (entries.length === 0) return path;
  return `${path}?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString()}`;
}
