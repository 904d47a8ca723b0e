import { Injectable } from '@nestjs/common';
import { type UserRole, type UserView } from '@govcrawler/contracts';
import { userVersion, type ConsoleUser, type UserChange, type UserEdit } from '@govcrawler/persistence';
import { type Actor } from '../auth/actor.decorator.js';
import { ORIGIN } from '../auth/ensure-first-user.js';
import { hashPassword } from '../auth/password-hash.js';
import { SharedSettings } from '../auth/shared-settings.js';
import { toIso } from '../http/wire-time.js';

/** Accounts that admins keep. */
export abstract class ManagedUsers {
  abstract list(): Promise<ConsoleUser[]>;
  abstract create(
    user: { username: string; passwordHash: string; role: string },
    actor: Actor,
  ): Promise<ConsoleUser | null>;
  abstract update(username: string, version: string | null, wanted: UserChange, actor: Actor): Promise<UserEdit>;
}

export interface WantedUser {
  role?: UserRole;
  password?: string;
  disabled?: boolean;
  keepSession?: string;
}

export type ManagedUserEdit = { kind: 'done'; user: UserView } | Exclude<UserEdit, { kind: 'done' }>;

/** Lets people in, changes what they may do, and closes their accounts. */
@Injectable()
export class ManageUsers {
  constructor(
    private readonly users: ManagedUsers,
    private readonly settings: SharedSettings,
  ) {}

  async list(): Promise<UserView[]> {
    return (await this.users.list()).map(userView);
  }

  /** Null when the name is taken. */
  async create(user: { username: string; password: string; role: UserRole }, actor: Actor): Promise<UserView | null> {
    const { password, ...rest } = user;
    const made = await this.users.create({ ...rest, passwordHash: await hashPassword(password) }, actor);
    return made && userView(made);
  }

  async update(
    username: string,
    version: string | null,
    { password, ...wanted }: WantedUser,
    actor: Actor,
  ): Promise<ManagedUserEdit> {
    const hash = password === undefined ? {} : { passwordHash: await hashPassword(password) };
    const edit = await this.users.update(username, version, { ...wanted, ...hash }, actor);
    if (edit.kind !== 'done') return edit;
    // From now on a person has chosen it: the next start must not print another one.
    if (password !== undefined) await this.settings.set(ORIGIN(username), 'person');
    return { kind: 'done', user: userView(edit.user) };
  }
}

function userView(user: ConsoleUser): UserView {
  return {
    username: user.username,
    role: user.role as UserRole,
    disabled: user.disabledAt !== null,
    createdAt: toIso(user.createdAt),
    version: userVersion(user),
  };
}
