import { type UserRole } from '@govcrawler/contracts';

/** Who a request speaks for, once that is proven. */
export interface Principal {
  username: string;
  role: UserRole;
  via: 'basic' | 'session';
}

/** A stored account. */
export interface UserAccount {
  username: string;
  passwordHash: string;
  role: UserRole;
}

/** Where accounts are kept. */
export abstract class UserAccounts {
  abstract findByName(username: string): Promise<UserAccount | null>;
}
