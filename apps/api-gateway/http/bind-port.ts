import { type Provider } from '@nestjs/common';

/** Puts an implementation behind a port of the use cases. */
export function bind<T extends object>(port: abstract new () => T, implementation: T): Provider {
  return { provide: port, useValue: implementation };
}
