import { applyDecorators, SetMetadata } from '@nestjs/common';
import { type ApiScope } from '@govcrawler/contracts';
import { ApiExtension, ApiSecurity } from '@nestjs/swagger';

export const NEEDED_SCOPE = Symbol('needed scope');
/** What a route has that opens to every key. */
export const ANY_SCOPE = 'any';

/** Opens a route to programs whose key has this scope. Without it no key opens a route; people need their role. */
export const NeedsScope = (scope: ApiScope) =>
  applyDecorators(
    SetMetadata(NEEDED_SCOPE, scope),
    ApiExtension('x-needed-scope', scope),
    ApiSecurity('key'),
    ApiSecurity('session'),
    ApiSecurity('basic'),
  );

/** Opens a route to every program that has a key, whatever its scopes. */
export const NeedsAnyKey = () => SetMetadata(NEEDED_SCOPE, ANY_SCOPE);
