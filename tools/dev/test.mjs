// `npm test`: installs, provides servers, then lint, format, types, build, and the three kinds of tests.
// Everything runs even when an earlier step failed, so that one look shows all; the last line counts.
// `npm test -- unit` (or int, e2e, static) runs one part; further words are handed to Jest.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, fail, root } from './setup.mjs';
import { useScratchFolder } from './scratch-folder.mjs';
import { ensureServerPrograms, startServers } from './servers.mjs';

const PARTS = ['static', 'unit', 'int', 'e2e'];
const [first, ...rest] = process.argv.slice(2);
const parts = PARTS.includes(first) ? [first] : PARTS;
const jestWords = PARTS.includes(first) ? rest : process.argv.slice(2);

const results = join(root, 'tmp', 'test-results');
const counts = { passed: 0, failed: 0, skipped: 0 };
const scratch = useScratchFolder();
let servers = null;
const running = new Set();
let stopping = false;

try {
  ensureInstalled();
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  if (parts.some((part) => part === 'int' || part === 'e2e')) {
    ensureServerPrograms();
    servers = await startServers();
  }
} catch (error) {
  await servers?.stop();
  scratch.remove();
  fail(error.message);
}
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    stopping = true;
    for (const child of running) child.kill('SIGTERM');
    void finish(130);
  });
}

if (parts.includes('static')) {
  const lint = check('lint', ['node_modules/nx/dist/bin/nx.js', 'run', 'workspace:lint']);
  // Beside the lint, which takes as long as these three together.
  await check('format', ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.']);
  await check('typecheck', ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json']);
  await check('typecheck console', ['node_modules/typescript/bin/tsc', '-p', 'apps/console/tsconfig.json']);
  await lint;
}
if (parts.includes('static') || parts.includes('e2e')) {
  await check('build', ['node_modules/nx/dist/bin/nx.js', 'run-many', '-t', 'build', '--outputStyle=static']);
}
for (const kind of ['unit', 'int', 'e2e']) if (parts.includes(kind)) await jest(kind);
await finish(counts.failed === 0 ? 0 : 1);

/** A step without tests of its own: counted as one, its output shown only when it fails. */
async function check(name, args) {
  const started = Date.now();
  const { code, output } = await execute(args, {}, 'pipe');
  counts[code === 0 ? 'passed' : 'failed'] += 1;
  if (code !== 0) process.stdout.write(output);
  report(name, code === 0, started);
}

async function jest(kind) {
  const started = Date.now();
  const file = join(results, `${kind}.json`);
  const words = [
    'node_modules/jest/bin/jest.js',
    '--config',
    'jest.config.mjs',
    '--json',
    '--outputFile',
    file,
    ...jestWords,
  ];
  // Jest would leave one of two cores idle. Suites on servers and browsers wait for them half of their time; more
  // than two of the others at a time would only wait for each other.
  words.push(`--maxWorkers=${kind === 'int' ? 3 : 2}`);
  const env = {
    TEST_KIND: kind,
    TEST_EMBEDDED_TEMPLATE: scratch.file('embedded.tar'),
    GOVCRAWLER_BUILT: 'yes',
    ...servers?.env,
  };
  const { code } = await execute(
    ['--experimental-vm-modules', '--no-warnings=ExperimentalWarning', ...words],
    env,
    'inherit',
  );
  const summary = readSummary(file);
  counts.passed += summary?.numPassedTests ?? 0;
  counts.skipped += (summary?.numPendingTests ?? 0) + (summary?.numTodoTests ?? 0);
  // A suite that cannot even load has no failed test, and Jest that dies leaves no summary: both count.
  counts.failed += Math.max(summary?.numFailedTests ?? 0, summary?.numFailedTestSuites ?? 0, code === 0 ? 0 : 1);
  report(`${kind} tests`, code === 0, started);
}

function readSummary(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

function execute(args, env, output) {
  return new Promise((resolve) => {
    if (stopping) return; // the step that was ended must not be followed by the next one
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, NX_DAEMON: 'false', ...env },
      stdio: ['ignore', output, output],
    });
    running.add(child);
    let text = '';
    child.stdout?.on('data', (chunk) => (text += chunk));
    child.stderr?.on('data', (chunk) => (text += chunk));
    child.on('close', (code) => (running.delete(child), resolve({ code: code ?? 1, output: text })));
  });
}

function report(name, ok, started) {
  process.stdout.write(`${ok ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - started) / 1000).toFixed(0)} s)\n`);
}

async function finish(code) {
  await servers?.stop();
  scratch.remove();
  process.stdout.write(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
  process.exit(code);
}
