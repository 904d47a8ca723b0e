import { type UserRole } from './admin-api.js';

/*
 * Accounts of people and keys of programs, as the admin API shows them. No secret is ever among it, but for the answer
 * to a new key.
 */

export interface UserView {
  username: string;
  role: UserRole;
  disabled: boolean;
  createdAt: string;
  version: string;
}

/** One place where somebody is logged in. */
export interface OpenSessionView {
  id: number;
  address: string;
  agent: string;
  createdAt: string;
  seenAt: string;
  expiresAt: string;
  /** The one that asks. */
  current: boolean;
}

/** What a key may be allowed to do. */
export const API_SCOPES = [
  'articles:read',
  'changes:read',
  'consumers:read',
  'consumers:write',
  'targets:run',
  'export:read',
] as const;
export type ApiScope = (typeof API_SCOPES)[number];

export interface ApiKeyView {
  id: number;
  name: string;
  /** The beginning of the key, to recognise it by. */
  prefix: string;
  scopes: ApiScope[];
  createdBy: string;
  createdAt: string;
  /** Null: never. */
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
  state: 'active' | 'expired' | 'revoked';
}

/** The only answer that ever shows the key. */
export interface NewApiKeyView extends ApiKeyView {
  key: string;
}
