import { type IncomingMessage, type ServerResponse } from 'node:http';
import { createGzip } from 'node:zlib';
import { SeededRandom } from './seeded-random.js';

/** What can go wrong at a host. Times in milliseconds unless the name says seconds. */
export type Fault =
  /** 412 page in the ctct look whose script sets a cookie and reloads: a browser passes, plain HTTP with the cookie too. */
  | { kind: 'challenge'; cookieTtlSec?: number }
  | { kind: 'forbidden' }
  /** 401: a login or token is missing or over. */
  | { kind: 'unauthorized' }
  /** 410: there will never be anything here again. */
  | { kind: 'gone' }
  | { kind: 'throttled'; retryAfterSec?: number }
  | { kind: 'server-error'; status?: 500 | 502 | 503 | 504 }
  /** The connection is cut: before the first byte, or after so many bytes of the body. */
  | { kind: 'reset'; afterBytes?: number }
  /** Bytes arrive one chunk at a time, for ever. */
  | { kind: 'slow-drip'; everyMs?: number }
  | { kind: 'gzip-bomb'; megabytes?: number }
  | { kind: 'redirect-loop' }
  | { kind: 'redirect'; to?: string; status?: 301 | 302 | 307 | 308 }
  /** Lists never end; the pages themselves are good. */
  | { kind: 'endless-pagination'; rows?: 'repeat' | 'fresh' }
  /** 200 with an error page. */
  | { kind: 'soft-404' };

/** A fault with the conditions under which it strikes; without any it answers every request of the host. */
export interface FaultPlan {
  fault: Fault;
  /** Only these paths (with query). robots.txt is spared unless the expression matches it. */
  path?: RegExp;
  /** Share of the matching requests, drawn from the plan's own seeded generator. */
  probability?: number;
  seed?: number;
  /** Let so many matching requests pass first. */
  skip?: number;
  /** Strike so many times, then stop. */
  count?: number;
  /** Active from so many milliseconds after it was set, until so many. */
  startAfterMs?: number;
  stopAfterMs?: number;
}

/** A plan at work: it remembers what it has let pass and how often it struck. */
export class ActiveFault {
  private passed = 0;
  private struck = 0;
  private readonly random: SeededRandom;
  private readonly setAt = performance.now();

  constructor(readonly plan: FaultPlan) {
    this.random = new SeededRandom(`fault/${plan.seed ?? 1}`);
  }

  strikes({ path, cookie }: { path: string; cookie: string }): boolean {
    const { plan } = this;
    const age = performance.now() - this.setAt;
    if (age < (plan.startAfterMs ?? 0) || age >= (plan.stopAfterMs ?? Infinity)) return false;
    if (plan.fault.kind === 'challenge') {
      // The script belongs to the page that was answered already, whatever the plan counts.
      if (CHALLENGE_SCRIPT.test(path)) return true;
      if (passedChallenge(cookie)) return false;
    }
    if (plan.path ? !plan.path.test(path) : path === '/robots.txt') return false;
    if (this.passed < (plan.skip ?? 0)) {
      this.passed++;
      return false;
    }
    if (this.struck >= (plan.count ?? Infinity)) return false;
    if (plan.probability !== undefined && !this.random.chance(plan.probability)) return false;
    this.struck++;
    return true;
  }
}

export type AnsweringFault = Exclude<Fault, { kind: 'endless-pagination' }>;

/** Answers in the way of the fault. */
export function answerWithFault(fault: AnsweringFault, request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? '/';
  switch (fault.kind) {
    case 'challenge':
      return challenge(fault.cookieTtlSec ?? 600, path, response);
    case 'forbidden':
      return send(
        response,
        403,
        '<html><head><title>403 Forbidden</title></head><body><center><h1>403 Forbidden</h1></center><hr><center>nginx</center></body></html>',
      );
    case 'unauthorized':
      return send(response, 401, '<html><body>登录已过期</body></html>');
    case 'gone':
      return send(response, 410, '<html><body>该栏目已撤销</body></html>');
    case 'throttled':
      response.setHeader('retry-after', String(fault.retryAfterSec ?? 2));
      return send(response, 429, '<html><body>访问过于频繁，请稍后再试。</body></html>');
    case 'server-error':
      return send(response, fault.status ?? 503, '<html><body>服务暂时不可用</body></html>');
    case 'reset':
      return reset(fault.afterBytes ?? 0, request, response);
    case 'slow-drip':
      return slowDrip(fault.everyMs ?? 200, response);
    case 'gzip-bomb':
      return gzipBomb(fault.megabytes ?? 400, response);
    case 'redirect-loop':
      return redirect(
        response,
        path.endsWith('loop=1') ? path.replace(/[?&]loop=1$/, '') : `${path}${path.includes('?') ? '&' : '?'}loop=1`,
      );
    case 'redirect':
      return redirect(response, fault.to ?? 'http://10.0.0.1/', fault.status);
    case 'soft-404':
      return send(response, 200, SOFT_404);
  }
}

const SOFT_404 = `<!DOCTYPE html><html><head><meta charset="utf-8"><title>出错了</title></head><body><div class="error">
<h1>404</h1><p>很抱歉，您访问的页面不存在、已删除或暂时无法访问。</p><p><a href="/">返回首页</a></p></div>${'<!-- -->'.repeat(80)}</body></html>`;

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(body);
}

function redirect(response: ServerResponse, location: string, status = 302): void {
  response.writeHead(status, { location }).end();
}

const CHALLENGE_SCRIPT = /^\/ctct_bundle_[0-9a-f]{8}\.js$/;

/** The cookie holds the moment at which it stops being accepted, so that expiry needs no memory. */
function passedChallenge(cookie: string): boolean {
  return Number(/(?:^|;\s*)sim_clearance=(\d+)/.exec(cookie)?.[1] ?? 0) > Date.now();
}

function challenge(ttlSec: number, path: string, response: ServerResponse): void {
  if (!CHALLENGE_SCRIPT.test(path)) return send(response, 412, CHALLENGE_PAGE);
  const script = `document.cookie = "sim_clearance=" + (Date.now() + ${ttlSec * 1000}) + "; path=/; max-age=${Math.max(1, Math.ceil(ttlSec))}";\nlocation.reload();\n`;
  response.writeHead(200, { 'content-type': 'application/javascript', 'cache-control': 'no-store' }).end(script);
}

const CHALLENGE_PAGE =
  '<html><head><meta charset="utf-8"><title>Environment Checking</title></head><body><script src="/ctct_bundle_5f3a9c1e.js"></script></body></html>';

function reset(afterBytes: number, request: IncomingMessage, response: ServerResponse): void {
  if (afterBytes === 0) {
    request.socket.resetAndDestroy();
    return;
  }
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': String(afterBytes * 4) });
  response.write('<html>'.padEnd(afterBytes, ' '), () => request.socket.resetAndDestroy());
}

function slowDrip(everyMs: number, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.write('<html><head><title>');
  const timer = setInterval(() => response.write('.'), everyMs);
  response.on('close', () => clearInterval(timer));
}

/** Streams zeros through gzip: some hundred kilobytes on the wire, the stated size in the reader's memory. */
function gzipBomb(megabytes: number, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' });
  const gzip = createGzip({ level: 9 });
  const megabyte = Buffer.alloc(1024 * 1024, 0x20);
  let left = megabytes;
  const feed = () => {
    while (left > 0) {
      left--;
      if (!gzip.write(megabyte)) return void gzip.once('drain', feed);
    }
    gzip.end();
  };
  response.on('close', () => {
    left = 0;
    gzip.destroy();
  });
  gzip.on('error', () => undefined).pipe(response);
  feed();
}
