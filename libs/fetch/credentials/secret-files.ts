import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FetchLogger } from '../fetch-logger.js';
import { Credential, type CredentialFields, CredentialStore, type RefreshCause } from './credential.js';
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

/**
 * Secrets in a folder, one file `NAME.json` each: {"hosts": ["www.a.gov.cn"], "kind": "header" | "cookie" | "token",
 * "field": "X-App-Key", "value": "...", "expiresAt": "2026-12-31T00:00:00Z" or nothing}.
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

  /** For the job that refreshes: replaces a secret in one step, readable by its owner only. */
  async put(fields: CredentialFields): Promise<void> {
    const problem = problemOf(fields);
    if (!NAME.test(fields.name) || problem) throw new Error(`credential ${fields.name}: ${problem ?? 'not a name'}`);
    const { name, ...rest } = fields;
    const temporary = join(this.folder, `.${randomUUID()}`);
    try {
      await writeFile(temporary, JSON.stringify(rest), { mode: 0o600 });
      await rename(temporary, this.fileOf(name));
    } finally {
      await rm(temporary, { force: true });
    }
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
function parse(name: string, text: string): CredentialFields | string {
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return 'not JSON';
  }
  if (typeof value !== 'object' || value === null) return 'not an object';
  const expiresAt = value['expiresAt'] ? new Date(String(value['expiresAt'])) : null;
  const fields = { ...value, name, expiresAt } as CredentialFields;
  return problemOf(fields) ?? fields;
}

function problemOf({ hosts, kind, field, value, expiresAt }: CredentialFields): string | null {
  const rules: [boolean, string][] = [
    [
      Array.isArray(hosts) && hosts.length > 0 && hosts.every((host) => typeof host === 'string'),
      'hosts: names of hosts',
    ],
    [KINDS.includes(kind), `kind: one of ${KINDS.join(', ')}`],
    [kind === 'token' || (typeof field === 'string' && FIELD.test(field)), 'field: name of the header or cookie'],
    [typeof value === 'string' && VALUE.test(value), 'value: text that a header can carry'],
    [expiresAt === null || !Number.isNaN(expiresAt.getTime()), 'expiresAt: a time as 2026-12-31T00:00:00Z'],
  ];
  return rules.find(([holds]) => !holds)?.[1] ?? null;
}
