import createClient, { type Middleware } from 'openapi-fetch';
import { type paths } from './admin-api.js';
import { ApiError, describe, readProblem } from './api-error.js';

/*
 * The admin API as its document describes it; the types are written by `npm run openapi`. Paths, the names of
 * parameters, bodies and answers are checked. Values of a query are whatever the address of the page holds: the empty
 * ones are left out, the server refuses the wrong ones in its own words.
 */

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Loose = string | number | boolean | null | undefined;

type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P][M & keyof paths[P]] extends { responses: unknown } ? P : never;
}[keyof paths];
type Operation<P extends keyof paths, M extends Method> = paths[P][M & keyof paths[P]];

type PathPart<O> = O extends { parameters: { path: infer V } }
  ? { path: { [K in keyof V]: string | number } }
  : { path?: never };
type QueryPart<O> = O extends { parameters: { query?: infer Q } }
  ? { query?: { [K in keyof NonNullable<Q>]?: Loose } }
  : { query?: never };
type BodyPart<O> = O extends { requestBody: { content: { 'application/json': infer B } } }
  ? { body: B }
  : { body?: never };
type Done = 200 | 201 | 202;
type Answer<O> = O extends { responses: infer R }
  ? { [S in Done & keyof R]: R[S] extends { content: { 'application/json': infer T } } ? T : undefined }[Done & keyof R]
  : never;

type ReadRequest<P extends PathOf<'get'>> = PathPart<Operation<P, 'get'>> &
  QueryPart<Operation<P, 'get'>> & { signal?: AbortSignal };
type ChangeRequest<P extends keyof paths, M extends Method> = PathPart<Operation<P, M>> &
  QueryPart<Operation<P, M>> &
  BodyPart<Operation<P, M>>;

/** Reads: `read('/admin/api/articles/{id}', { path: { id }, signal })`. */
export function read<P extends PathOf<'get'>>(path: P, request: ReadRequest<P>): Promise<Answer<Operation<P, 'get'>>> {
  return send('get', path, request);
}

/** Changes something: `change('post', '/admin/api/jobs/{id}/cancel', { path: { id } })`. */
export function change<M extends Exclude<Method, 'get'>, P extends PathOf<M>>(
  method: M,
  path: P,
  request: ChangeRequest<P, M>,
): Promise<Answer<Operation<P, M>>> {
  return send(method, path, request);
}

interface AnyRequest {
  path?: unknown;
  query?: Record<string, Loose>;
  body?: unknown;
  signal?: AbortSignal;
}

async function send<T>(method: Method, path: keyof paths, request: AnyRequest): Promise<T> {
  const { path: inPath, query = {}, body, signal } = request;
  const said = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== '');
  // The server wants JSON with every change, also where there is nothing to say.
  const content = method === 'get' || method === 'delete' ? {} : { body: body ?? {} };
  const init = { params: { path: inPath, query: Object.fromEntries(said) }, signal, ...content };
  const { data } = await client.request(method, path as never, init as never);
  return data as T;
}

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

const client = createClient<paths>({
  baseUrl: '/',
  // Tells the server that we have a login page: it then does not provoke the browser's own dialogue.
  headers: { Accept: 'application/json', 'X-Requested-With': 'console' },
  credentials: 'same-origin',
});
client.use(throwProblems);
