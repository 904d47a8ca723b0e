import { gzipSync } from 'node:zlib';
import { type SiteFile } from '@govcrawler/contracts';
import { type DialectId, type SimRequest, type SimResponse, type SiteDefinition } from './dialects/dialect.js';
import { boilerplate } from './dialects/page-shell.js';
import { ActiveFault, type FaultPlan } from './faults.js';
import { MIME } from './files/attachment-files.js';
import { makePng } from './files/png-image.js';
import { RequestLog } from './request-log.js';
import { ROBOTS, SITE_DEFINITIONS } from './sim-catalogue.js';
import { type AttachmentFormat, type SimDocument } from './sim-document.js';
import { SimServer } from './sim-server.js';
import { SimSiteState } from './sim-site.js';

export interface SimWebOptions {
  /** Same seed, same web. */
  seed?: number;
  /** Over all sites. */
  documents?: number;
  faults?: Record<string, FaultPlan | FaultPlan[]>;
  /** The day on which published and re-listed documents appear, YYYY-MM-DD. */
  today?: string;
  /** Time every answer takes at least. */
  latencyMs?: number;
  /** Other sites than the twelve, such as `countySites(200)`. */
  definitions?: readonly SiteDefinition[];
}

export interface SimSite {
  code: string;
  name: string;
  /** The first one is the lane of the site. */
  hosts: readonly string[];
  dialect: DialectId;
  /** Ready to be loaded by the platform. */
  siteFile: SiteFile;
  /** Sentences that stand around every article and belong to none. */
  boilerplate: string[];
}

/** Starts the simulated government web on a loopback port of its own. */
export async function startSimWeb(options: SimWebOptions = {}): Promise<SimWeb> {
  const web = new SimWeb(options);
  await web.listen();
  return web;
}

/** What lies at one address whatever the site is. */
interface SimFile {
  type: string;
  body: string;
}

/** Twelve sites on one port, their ground truth, their faults and the log of what was asked. */
export class SimWeb {
  readonly log = new RequestLog();
  readonly sites: readonly SimSite[];
  readonly hosts: readonly string[];
  port = 0;
  private readonly states: readonly SimSiteState[];
  private readonly faults = new Map<string, ActiveFault[]>();
  private readonly files = new Map<string, SimFile>();
  private readonly server: SimServer;

  constructor(private readonly options: SimWebOptions) {
    const { seed = 1, documents = 600, today = '2026-11-16', definitions = SITE_DEFINITIONS } = options;
    const shares = spread(
      documents,
      definitions.map(({ share }) => share),
    );
    this.states = definitions.map((site, index) => new SimSiteState(site, seed, shares[index] ?? 0, today));
    this.sites = this.states.map((state) => ({
      code: state.definition.code,
      name: state.definition.name,
      hosts: state.definition.hosts,
      dialect: state.definition.dialect.id,
      siteFile: state.siteFile(),
      boilerplate: boilerplate(state.definition),
    }));
    this.hosts = [...new Set(this.sites.flatMap((site) => site.hosts))];
    this.server = new SimServer(
      (request) => this.answer(request),
      (host) => this.faults.get(host) ?? [],
      this.log,
    );
    this.reset();
  }

  async listen(): Promise<void> {
    this.port = await this.server.listen();
  }

  async close(): Promise<void> {
    await this.server.close();
  }

  /** Ground truth of one site or of all. */
  documents(siteCode?: string): SimDocument[] {
    return (siteCode === undefined ? this.states : [this.state(siteCode)]).flatMap((state) => state.documents());
  }

  /** Replaces the faults of a host; null heals it. */
  setFault(host: string, plan: FaultPlan | FaultPlan[] | null): void {
    if (!this.hosts.includes(host)) throw new RangeError(`The simulated web has no host "${host}"`);
    this.faults.set(
      host,
      (plan === null ? [] : [plan].flat()).map((one) => new ActiveFault(one)),
    );
  }

  /** Replaces the robots.txt of a host. */
  setRobots(host: string, text: string): void {
    this.setFile(host, '/robots.txt', { type: 'text/plain', body: text });
  }

  /** Puts something at an address, in the place of what lies there. */
  setFile(host: string, path: string, file: SimFile): void {
    this.files.set(`${host}${path}`, file);
  }

  /** Time every answer takes at least; needed to see overlapping requests. */
  setLatency(milliseconds: number): void {
    this.server.latencyMs = milliseconds;
  }

  /** Adds documents that are newer than all others of the site. */
  publish(siteCode: string, count: number): SimDocument[] {
    return this.state(siteCode).publish(count);
  }

  /** Changes the text of a document; `relist` also moves it to the top of its lists under today's date. */
  update(documentId: string, { relist = false } = {}): SimDocument {
    return this.owner(documentId).update(documentId, relist);
  }

  /** Takes a document offline; with `keepListed` its rows stay and lead to a 404. */
  withdraw(documentId: string, { keepListed = false } = {}): SimDocument {
    return this.owner(documentId).withdraw(documentId, keepListed);
  }

  /** Undoes a withdrawal: the document is online and listed where it was. */
  republish(documentId: string): SimDocument {
    return this.owner(documentId).republish(documentId);
  }

  /** Back to the state after the start: documents, faults, files, latency and log. */
  reset(): void {
    for (const state of this.states) state.reset();
    this.faults.clear();
    this.files.clear();
    this.log.clear();
    this.server.latencyMs = this.options.latencyMs ?? 0;
    for (const [host, plan] of Object.entries(this.options.faults ?? {})) this.setFault(host, plan);
  }

  private answer(request: SimRequest): SimResponse | null {
    const states = this.states.filter((state) => state.definition.hosts.includes(request.host));
    const file = this.fileAt(request.host, request.url.pathname);
    if (file) return { status: 200, headers: { 'content-type': file.type }, body: file.body };
    if (request.url.pathname === '/robots.txt') return null;
    for (const state of states) {
      const response = respond(state, request);
      if (response) return state.definition.gzip ? compressed(response, request) : response;
    }
    return null;
  }

  private fileAt(host: string, path: string): SimFile | undefined {
    return this.files.get(`${host}${path}`) ?? (path === '/robots.txt' ? ROBOTS[host] : undefined);
  }

  private state(siteCode: string): SimSiteState {
    const state = this.states.find(({ definition }) => definition.code === siteCode);
    if (!state) throw new RangeError(`The simulated web has no site "${siteCode}"`);
    return state;
  }

  private owner(documentId: string): SimSiteState {
    return this.state(documentId.split('/')[0] ?? '');
  }
}

function respond(state: SimSiteState, request: SimRequest): SimResponse | null {
  const file = state.fileAt(request.url);
  if (file) return fileResponse(file, request.url);
  const record = state.pageAt(request.url);
  if (record) return state.definition.dialect.renderDetail(state, record, request);
  if (request.url.pathname.endsWith('.png')) {
    return { status: 200, headers: { 'content-type': 'image/png' }, body: makePng(request.url.pathname) };
  }
  return state.definition.dialect.respond(state, request);
}

function compressed(response: SimResponse, { headers }: SimRequest): SimResponse {
  if (!/\bgzip\b/.test(String(headers['accept-encoding'] ?? ''))) return response;
  return {
    ...response,
    headers: { ...response.headers, 'content-encoding': 'gzip', vary: 'Accept-Encoding' },
    body: gzipSync(response.body, { level: 1 }),
  };
}

/** An address that does not end in the file's name says it in the header, in the form for all alphabets. */
function fileResponse(file: { name: string; format: AttachmentFormat; content: Buffer }, url: URL): SimResponse {
  const named = url.pathname.endsWith(`.${file.format}`);
  const disposition = `attachment; filename="download.${file.format}"; filename*=UTF-8''${encodeURIComponent(file.name)}`;
  return {
    status: 200,
    headers: {
      'content-type': named ? MIME[file.format] : 'application/octet-stream',
      ...(named ? {} : { 'content-disposition': disposition }),
    },
    body: file.content,
  };
}

/** Splits a total in proportion to the shares, without losing one to rounding. */
function spread(total: number, shares: readonly number[]): number[] {
  const sum = shares.reduce((a, b) => a + b, 0);
  let given = 0;
  let reached = 0;
  return shares.map((share) => {
    reached += share;
    const part = Math.round((total * reached) / sum) - given;
    given += part;
    return part;
  });
}
