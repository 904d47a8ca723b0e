import { type Command } from 'commander';
import { type Platform } from '../open-platform.js';

/** Options that `start` and `demo` share. */
export function withServerOptions(command: Command): Command {
  return command
    .option('--port <number>', 'port of the console and the API (default: PORT or 8787; 0: any free one)')
    .option('--data-dir <folder>', 'folder of pages, texts, attachments and the embedded database');
}

/** Says where the console is and how to get in, and resolves at Ctrl+C or SIGTERM; a second one ends at once. */
export function serveUntilStopped(platform: Platform): Promise<void> {
  return new Promise((resolve) => {
    // Before the announcement: who reads it may send a signal before the next statement runs.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
    announceConsole(platform);
  });
}

export function announceConsole({ url, login: { username, oneTimePassword } }: Platform): void {
  const how = oneTimePassword
    ? `user ${username}, one-time password ${oneTimePassword}`
    : `user ${username}, with the password set before`;
  console.log(`\nConsole: ${url}  (${how})`);
}
