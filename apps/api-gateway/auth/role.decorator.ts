import { applyDecorators, SetMetadata } from '@nestjs/common';
import { type UserRole } from '@govcrawler/contracts';
import { ApiExtension } from '@nestjs/swagger';

export const NEEDED_ROLE = Symbol('needed role');

/** The least role that may call a route. Without it: viewers may read, only admins may change. */
export const Needs = (role: UserRole) =>
  applyDecorators(SetMetadata(NEEDED_ROLE, role), ApiExtension('x-needed-role', role));
