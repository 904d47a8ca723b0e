import { type ApiScope, type UserRole } from '@govcrawler/contracts';

/** Who a request speaks for, once that is proven. */
export type Principal =
  | { via: 'basic'; username: string; role: UserRole }
  | { via: 'session'; username: string; role: UserRole; session: { id: number; tokenHash: string } }
  /** A program: it has no role, only what its key allows. */
  | { via: 'key'; username: string; scopes: readonly ApiScope[] };

/** A stored account. */
export interface UserAccount {
  username: string;
  passwordHash: string;
  role: UserRole;
}

/** Where accounts are kept; those that are closed are not found. */
export abstract class UserAccounts {
  abstract findByName(username: string): Promise<UserAccount | null>;
}
