import { Body, Controller, Get, Headers, Param, Post, Put, Res } from '@nestjs/common';
import { type UserRole, type UserView } from '@govcrawler/contracts';
import { type Response } from 'express';
import { CurrentActor, type Actor } from '../auth/actor.decorator.js';
import { Needs } from '../auth/role.decorator.js';
import { EditBoolean, EditChoice } from '../http/edit-rules.js';
import { editVersion } from '../http/edit-version.js';
import { PatternField, TextField } from '../http/field-rules.js';
import { ProblemException } from '../http/problem.js';
import { OptionalPasswordField, PasswordField } from '../http/secret-rules.js';
import { ManageUsers } from './manage-users.js';

const ROLES: UserRole[] = ['viewer', 'operator', 'admin'];

class NewUserBody {
  @PatternField(/^[\p{L}\p{N}._@-]{1,64}$/u, '只能包含文字、数字和 . _ @ -，最多 64 个字符', { required: true })
  username: string;

  @PasswordField()
  password: string;

  @EditChoice(ROLES, { required: true })
  role: UserRole;
}

class UserChangeBody {
  @EditChoice(ROLES)
  role?: UserRole;

  @OptionalPasswordField()
  password?: string;

  /** True closes the account: it can no longer log in, and its sessions end. */
  @EditBoolean()
  disabled?: boolean;

  @TextField({ max: 100 })
  version?: string;
}

@Controller('admin/api/users')
@Needs('admin')
export class UsersController {
  constructor(private readonly users: ManageUsers) {}

  @Get()
  list(): Promise<UserView[]> {
    return this.users.list();
  }

  @Post()
  async create(
    @Body() body: NewUserBody,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UserView> {
    const user = await this.users.create(body, actor);
    if (!user) {
      throw new ProblemException('already_exists', { errors: [{ field: 'username', message: '用户名已被使用' }] });
    }
    response.location(`/admin/api/users/${encodeURIComponent(user.username)}`);
    return user;
  }

  @Put(':username')
  async update(
    @Param('username') username: string,
    @Body() { version, ...wanted }: UserChangeBody,
    @Headers('if-match') ifMatch: string | undefined,
    @CurrentActor() actor: Actor,
  ): Promise<UserView> {
    const edit = await this.users.update(username, editVersion(ifMatch, version), wanted, actor);
    switch (edit.kind) {
      case 'done':
        return edit.user;
      case 'not_found':
        throw new ProblemException('user_not_found', { detail: `没有用户 ${username.slice(0, 100)}` });
      case 'stale':
        throw new ProblemException('version_conflict');
      case 'last_admin':
        throw new ProblemException('last_admin', { detail: `${username} 是唯一可用的管理员，不能停用或降级` });
    }
  }
}
