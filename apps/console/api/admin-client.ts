import createClient, { type Middleware } from 'openapi-fetch';
import { type paths } from './admin-api.js';
import { ApiError, readProblem, describe } from './api-client.js';

/** Answers that are no success are thrown, with the server's own words, as everywhere in the console. */
const throwProblems: Middleware = {
  onError: ({ request, error }) => {
    if (request.signal.aborted) return error as Error;
    return new ApiError(0, null, '无法连接服务器，请检查网络或确认服务正在运行');
  },
  onResponse: async ({ response }) => {
    if (response.ok) return;
    const problem = await readProblem(response);
    throw new ApiError(response.status, problem, problem ? describe(problem) : `服务器返回了 ${response.status}`);
  },
};

/**
 * The admin API as its document describes it: `await api.GET('/admin/api/targets/{code}', { params: { path: { code } } })`.
 * The types are written by `npm run openapi`.
 */
export const api = createClient<paths>({
  baseUrl: '/',
  headers: { Accept: 'application/json', 'X-Requested-With': 'console' },
  credentials: 'same-origin',
});
api.use(throwProblems);
