import { type FetchFailure, type FetchResult } from '@govcrawler/contracts';
import { decodePage } from '@govcrawler/parser';
import { asFailure, fetchFor, refererOf } from '../listing/list-request.js';
import { readJson, textField, valueAt } from '../listing/read-json.js';
import { type AdapterContext } from '../site-adapter.js';
import { athenaHeaders, findIdentity, PINNED_IDENTITY, type AthenaIdentity } from './athena-key.js';
import { type GovCnParams } from './gov-cn-params.js';

const GATEWAY = 'https://sousuoht.www.gov.cn/athena/forward/';
const WARMUP =
  'DA2FE8C6CAD0EEBC5F97F7E3F3633A7188DAA40373EEA0E4024A081201F4D546?thirdPartyName=hycloud&thirdPartyTenantId=8';
const LIST = '486B5ABFBAD0FF5743F5E82E007EF04DDD6388E7989E9EC9CC7B84917AC81A5F';
/** The entrance page has a handful of scripts; the constants are in one of its own. */
const MAX_SCRIPTS = 6;

/** The gateway's answer says no inside a 200: what it says, or null when it says yes. */
export function gatewayRefusal(json: unknown): string | null {
  const code = valueAt(json, 'resultCode.code');
  if (code === undefined || String(code) === '200') return null;
  const message = valueAt(json, 'resultCode.message') ?? valueAt(json, 'resultCode.cnMsg');
  return `${String(code)} ${typeof message === 'string' ? message : ''}`.trim();
}

/** One crawl's dealings with the athena gateway: who we say we are, and the code it handed out. */
export class AthenaSession {
  private identity: AthenaIdentity;
  private code: string | null = null;

  constructor(
    private readonly context: AdapterContext,
    private readonly params: GovCnParams,
  ) {
    this.identity = {
      appName: params.app_name ?? PINNED_IDENTITY.appName,
      appKey: params.app_key ?? PINNED_IDENTITY.appKey,
      publicKey: params.public_key ?? PINNED_IDENTITY.publicKey,
    };
  }

  /**
   * Sends a query with the code in it. When the gateway refuses, its code has aged or its keys were changed: the
   * page's script is read and the query sent once more.
   */
  async query(body: Record<string, unknown>): Promise<FetchResult> {
    const first = await this.tryQuery(body);
    if (!first.ok || gatewayRefusal(readJson(first)) === null) return first;
    this.code = null;
    await this.readIdentityFromPage();
    return this.tryQuery(body);
  }

  private async tryQuery(body: Record<string, unknown>): Promise<FetchResult> {
    const failure = this.code === null ? await this.warmUp() : null;
    if (failure) return failure;
    return fetchFor(this.context, {
      url: this.params.list_url ?? this.gateway(LIST),
      purpose: 'api',
      method: 'POST',
      headers: { ...athenaHeaders(this.identity), ...refererOf(this.context.plan) },
      body: JSON.stringify({ code: this.code, ...body }),
    });
  }

  private gateway(token: string): string {
    return new URL(token, this.params.api_base ?? GATEWAY).href;
  }

  private async warmUp(): Promise<FetchFailure | null> {
    const answer = await fetchFor(this.context, {
      url: this.params.warmup_url ?? this.gateway(WARMUP),
      purpose: 'api',
      headers: { ...athenaHeaders(this.identity), ...refererOf(this.context.plan) },
    });
    if (!answer.ok) return answer;
    const json = readJson(answer);
    const result = valueAt(json, 'result');
    this.code = textField({ data: valueAt(result, 'data') ?? result }, 'data');
    if (this.code !== null) return null;
    const said = gatewayRefusal(json) ?? 'it answered without one';
    return asFailure(answer, 'blocked_soft', `The gateway gave no code at ${answer.url}: ${said}`);
  }

  /** Best effort: when nothing is found, the constants at hand are all there is. */
  private async readIdentityFromPage(): Promise<void> {
    const entrance = await fetchFor(this.context, { url: this.context.plan.target.entryUrl, purpose: 'list' });
    if (!entrance.ok) return;
    const html = decodePage(entrance.body, entrance.charsetHint).text;
    if (this.adopt(html)) return;
    for (const url of scriptUrls(html, entrance.finalUrl).slice(0, MAX_SCRIPTS)) {
      const script = await fetchFor(this.context, { url, purpose: 'api' });
      if (script.ok && this.adopt(decodePage(script.body, script.charsetHint).text)) return;
    }
  }

  private adopt(script: string): boolean {
    const found = findIdentity(script);
    if (found === null) return false;
    this.identity = { ...found, appName: found.appName ?? this.identity.appName };
    return true;
  }
}

/** Scripts of the page's own domain; libraries on other hosts hold no constants of this site. */
function scriptUrls(html: string, pageUrl: string): string[] {
  const domain = new URL(pageUrl).hostname.replace(/^www\./, '');
  const sources = [...html.matchAll(/<script[^>]+src\s*=\s*["']?([^"'\s>]+)/gi)].map((match) => match[1] ?? '');
  return sources
    .filter((source) => URL.canParse(source, pageUrl) && !/jquery|bootstrap|swiper|vue(?:\.min)?\.js/i.test(source))
    .map((source) => new URL(source, pageUrl))
    .filter(({ hostname }) => hostname === domain || hostname.endsWith(`.${domain}`))
    .map(({ href }) => href);
}
