#!/usr/bin/env node
// Entry of `npm run demo`, `npm start`, `npm run build` and `npx govcrawler`: install, build, then hand over.
import { spawn } from 'node:child_process';
import { ensureBuilt, ensureInstalled, root } from './setup.mjs';

const [command, ...args] = process.argv.slice(2);
ensureInstalled();
ensureBuilt();
if (command !== 'build') {
  const child = spawn(
    process.execPath,
    ['dist/apps/standalone/main.js', ...(command ? [command, ...args] : ['--help'])],
    {
      cwd: root,
      stdio: 'inherit',
    },
  );
  // The terminal sends Ctrl+C to the whole group; a supervisor sends SIGTERM to this process alone.
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGINT', () => undefined);
  child.on('exit', (code, signal) => (signal ? process.kill(process.pid, signal) : process.exit(code ?? 1)));
}
