import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';

export const ANONYMOUS = Symbol('anonymous');

/** Opens a route to callers who are not logged in. Everything else is closed. */
export const Anonymous = () => applyDecorators(SetMetadata(ANONYMOUS, true), ApiExtension('x-anonymous', true));
