import { SetMetadata } from '@nestjs/common';

export const ANONYMOUS = Symbol('anonymous');

/** Opens a route to callers who are not logged in. Everything else is closed. */
export const Anonymous = () => SetMetadata(ANONYMOUS, true);
