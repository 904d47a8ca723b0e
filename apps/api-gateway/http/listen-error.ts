import { ConfigError } from '@govcrawler/core';

/** Says what the operator can do when the port cannot be had; other errors pass unchanged. */
export function explainListenError(error: unknown, port: number): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code === 'EADDRINUSE') {
    return new ConfigError(
      `Port ${port} is already in use. Stop the program that holds it, or choose another port with --port or PORT.`,
      {
        cause: error,
      },
    );
  }
  if (code === 'EACCES') {
    return new ConfigError(
      `Port ${port} may not be opened by this user. Choose a port above 1023 with --port or PORT.`,
      {
        cause: error,
      },
    );
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new ConfigError(
      'HOST is not an address of this machine. Use 0.0.0.0 for all addresses or 127.0.0.1 for this machine only.',
      {
        cause: error,
      },
    );
  }
  return error;
}
