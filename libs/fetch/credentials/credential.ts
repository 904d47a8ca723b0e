import { inspect } from 'node:util';

/** How a secret travels: as a header, as a cookie, or as a bearer token. */
export type CredentialKind = 'header' | 'cookie' | 'token';

export interface CredentialFields {
  /** By which requests name it. */
  name: string;
  /** Exact hosts it may be sent to; nothing else ever sees it, redirect targets included. */
  hosts: readonly string[];
  kind: CredentialKind;
  /** Header or cookie name; a token needs none. */
  field?: string;
  value: string;
  expiresAt: Date | null;
}

/** A named secret of a site. Its value leaves only through `headersFor`: logs and JSON show the name. */
export class Credential {
  readonly name: string;
  readonly expiresAt: Date | null;
  readonly #fields: CredentialFields;

  constructor(fields: CredentialFields) {
    if (fields.kind !== 'token' && !fields.field)
      throw new Error(`credential ${fields.name}: a ${fields.kind} needs a name`);
    this.name = fields.name;
    this.expiresAt = fields.expiresAt;
    this.#fields = fields;
  }

  get hosts(): readonly string[] {
    return this.#fields.hosts;
  }

  covers(host: string): boolean {
    return this.#fields.hosts.includes(host);
  }

  isExpired(now: number): boolean {
    return this.expiresAt !== null && this.expiresAt.getTime() <= now;
  }

  /** What to add to a request to this host; nothing for every other host. */
  headersFor(host: string): Record<string, string> {
    if (!this.covers(host)) return {};
    const { kind, field = '', value } = this.#fields;
    if (kind === 'token') return { authorization: `Bearer ${value}` };
    return kind === 'cookie' ? { cookie: `${field}=${value}` } : { [field.toLowerCase()]: value };
  }

  toJSON(): object {
    return { name: this.name, expiresAt: this.expiresAt };
  }

  [inspect.custom](): string {
    return `Credential(${this.name})`;
  }
}

/** `expiring`: still good, but not for long; `asked`: by an operator. */
export type RefreshCause = 'unknown' | 'expiring' | 'expired' | 'rejected' | 'asked';

/** A secret is renewed so long before it expires: no fetch has to fail first. */
export const REFRESH_AHEAD_MS = 10 * 60_000;

/** Where secrets come from, and who is told when one is needed anew (the credential refresh job). */
export abstract class CredentialStore {
  abstract find(name: string): Promise<Credential | null>;
  abstract requestRefresh(name: string, cause: RefreshCause): Promise<void>;
}

/** Secrets of one process, replaced by whoever refreshes them. */
export class InProcessCredentials extends CredentialStore {
  private readonly byName = new Map<string, Credential>();

  constructor(
    credentials: readonly Credential[] = [],
    private readonly onRefreshNeeded: (name: string, cause: RefreshCause) => void | Promise<void> = () => undefined,
  ) {
    super();
    for (const credential of credentials) this.put(credential);
  }

  put(credential: Credential): void {
    this.byName.set(credential.name, credential);
  }

  async find(name: string): Promise<Credential | null> {
    return this.byName.get(name) ?? null;
  }

  async requestRefresh(name: string, cause: RefreshCause): Promise<void> {
    await this.onRefreshNeeded(name, cause);
  }
}
