import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FetchLogger } from '../fetch-logger.js';
import {
  Credential,
  type CredentialFields,
  type CredentialKind,
  CredentialStore,
  type RefreshCause,
} from './credential.js';
import { isRefreshHook, type RefreshHook, type Renewal } from './refresh-hook.js';
import { type RefreshRequests } from './refresh-requests.js';

/*
 * Secrets are mounted files and not rows of the database: the process that talks to hostile sites then needs no way to
 * the database, the cluster encrypts and guards them with the tools it has for that, and a changed mount is in force
 * with the next fetch. A key for encrypted rows would have to be mounted all the same.
 */

const NAME = /^[a-z0-9][a-z0-9._-]{0,62}$/i;
/** What a header may carry; a line break would start another header. */
const FIELD = /^[\w!#$%&'*+.^`|~-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]+$/;
const KINDS = ['header', 'cookie', 'token'];

/** All of a secret but its value. */
export interface SecretView {
  name: string;
  hosts: readonly string[];
  kind: CredentialKind | null;
  expiresAt: Date | null;
  hook: RefreshHook | null;
  /** What is wrong with its file. */
  problem: string | null;
  fingerprint: string;
}

type SecretFields = CredentialFields & { refresh?: RefreshHook };

/**
 * Secrets in a folder, one file `NAME.json` each: {"hosts": ["www.a.gov.cn"], "kind": "header" | "cookie" | "token",
 * "field": "X-App-Key", "value": "...", "expiresAt": "2026-12-31T00:00:00Z" or nothing, "refresh": {"command": ["program", "argument"]}
 * or {"webhook": "http://..."} or nothing}.
 */
export class SecretFileCredentials extends CredentialStore {
  constructor(
    private readonly folder: string,
    private readonly refreshes: RefreshRequests,
    private readonly logger: FetchLogger,
  ) {
    super();
  }

  /** Read anew for every use, so that a secret replaced in its file is in force at once. */
  async find(name: string): Promise<Credential | null> {
    if (!NAME.test(name)) return null;
    const text = await readFile(this.fileOf(name), 'utf8').catch(() => null);
    if (text === null) return null;
    const fields = parse(name, text);
    if (typeof fields !== 'string') return new Credential(fields);
    this.logger.error({ credential: name, problem: fields }, 'credential file is wrong');
    return null;
  }

  /** Every secret there is, as far as anybody may see it. */
  async list(): Promise<SecretView[]> {
    const files = await readdir(this.folder).catch(() => []);
    const names = files.flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -'.json'.length)] : []));
    const views = await Promise.all(names.filter((name) => NAME.test(name)).map((name) => this.view(name)));
    return views.filter((view) => view !== null).sort((one, other) => one.name.localeCompare(other.name));
  }

  /** Replaces value and end of a secret in one step; all else in its file stays. Readable by its owner only. */
  async renew(name: string, { value, expiresAt }: Renewal): Promise<void> {
    const text = await readFile(this.fileOf(name), 'utf8');
    const renewed = JSON.stringify({ ...(JSON.parse(text) as object), value, expiresAt: expiresAt ?? undefined });
    const fields = parse(name, renewed);
    if (typeof fields === 'string') throw new Error(`credential ${name}: ${fields}`);
    const temporary = join(this.folder, `.${randomUUID()}`);
    try {
      await writeFile(temporary, renewed, { mode: 0o600 });
      await rename(temporary, this.fileOf(name));
    } finally {
      await rm(temporary, { force: true });
    }
  }

  /** Changes with every change of the file, and tells nothing of it. */
  async fingerprint(name: string): Promise<string> {
    const text = await readFile(this.fileOf(name)).catch(() => '');
    return createHash('sha256').update(text).digest('hex').slice(0, 16);
  }

  private async view(name: string): Promise<SecretView | null> {
    const text = await readFile(this.fileOf(name), 'utf8').catch(() => null);
    if (text === null) return null;
    const fields = parse(name, text);
    const fingerprint = await this.fingerprint(name);
    if (typeof fields === 'string')
      return { name, hosts: [], kind: null, expiresAt: null, hook: null, problem: fields, fingerprint };
    const { hosts, kind, expiresAt, refresh: hook = null } = fields;
    return { name, hosts, kind, expiresAt, hook, problem: null, fingerprint };
  }

  async requestRefresh(name: string, cause: RefreshCause): Promise<void> {
    if (!NAME.test(name)) return;
    this.logger.warn({ credential: name, cause }, 'credential needs a refresh');
    // The fetch that noticed it has its answer already, whatever becomes of the request.
    await this.refreshes.request(name, cause).catch((error: unknown) => {
      this.logger.error({ credential: name, err: error }, 'cannot ask for a credential refresh');
    });
  }

  private fileOf(name: string): string {
    return join(this.folder, `${name}.json`);
  }
}

/** The fields, or what is wrong with them: without a word of the content, which is secret. */
function parse(name: string, text: string): SecretFields | string {
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return 'not JSON';
  }
  if (typeof value !== 'object' || value === null) return 'not an object';
  const expiresAt = value['expiresAt'] ? new Date(String(value['expiresAt'])) : null;
  const fields = { ...value, name, expiresAt } as SecretFields;
  return problemOf(fields) ?? fields;
}

function problemOf({ hosts, kind, field, value, expiresAt, refresh }: SecretFields): string | null {
  const rules: [boolean, string][] = [
    [
      Array.isArray(hosts) && hosts.length > 0 && hosts.every((host) => typeof host === 'string'),
      'hosts: names of hosts',
    ],
    [KINDS.includes(kind), `kind: one of ${KINDS.join(', ')}`],
    [kind === 'token' || (typeof field === 'string' && FIELD.test(field)), 'field: name of the header or cookie'],
    [typeof value === 'string' && VALUE.test(value), 'value: text that a header can carry'],
    [expiresAt === null || !Number.isNaN(expiresAt.getTime()), 'expiresAt: a time as 2026-12-31T00:00:00Z'],
    [refresh === undefined || isRefreshHook(refresh), 'refresh: {"command": [...]} or {"webhook": "http://..."}'],
  ];
  return rules.find(([holds]) => !holds)?.[1] ?? null;
}
