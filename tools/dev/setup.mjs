// Brings a fresh clone to the point where the workspace can be built and run. Plain Node: nothing is installed yet.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const stamp = join(root, 'node_modules', '.govcrawler-installed');

/** Runs a command of the workspace; a failure ends this process with its exit code. */
export function run(command, args, { env = {}, quiet = false } = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', process.stderr, process.stderr],
    encoding: 'utf8',
  });
  if (result.error) fail(`Cannot run ${command}: ${result.error.message}`);
  if (result.status !== 0) {
    if (quiet) process.stderr.write(`${result.stdout}${result.stderr}`);
    fail(`Failed: ${command} ${args.join(' ')}`, result.status ?? 1);
  }
  return result.stdout;
}

export function fail(message, code = 1) {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

/** npm ci, once per state of package-lock.json. */
export function ensureInstalled() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) fail(`Node.js 20.19 or newer is needed; this is ${process.version}.`);
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  process.stderr.write('Installing packages (npm ci) ...\n');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(stamp, wanted);
}

/**
 * Builds every app and lib; nx skips what has not changed, but takes its files away and puts them back. `npm test` has
 * built before its suites start and says so, because a suite beside may just be starting a program of dist.
 */
export function ensureBuilt() {
  if (process.env.GOVCRAWLER_BUILT === 'yes') return;
  process.stderr.write('Building ...\n');
  run(process.execPath, ['node_modules/nx/dist/bin/nx.js', 'run-many', '-t', 'build', '--outputStyle=static'], {
    quiet: true,
  });
}
