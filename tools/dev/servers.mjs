// Private MariaDB and Redis for tests: free loopback ports, data in a temporary folder, gone when stopped.
// `node tools/dev/servers.mjs` runs them until Ctrl+C and prints the addresses for a shell to export.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGES = [
  { program: 'mariadbd', debian: 'mariadb-server' },
  { program: 'redis-server', debian: 'redis-server' },
  { program: 'chromium', debian: 'chromium' },
  // Reads docker-compose.yml as Docker would; no engine is needed for that.
  { program: 'docker-compose', debian: 'docker-compose' },
];

/** Installs what the tests need from Debian packages when root on Debian; otherwise says what is missing. */
export function ensureServerPrograms(packages = PACKAGES, mayInstall = isDebianRoot()) {
  const missing = packages.filter(({ program }) => !programPath(program));
  if (missing.length === 0) return;
  const names = missing.map(({ debian }) => debian);
  if (!mayInstall) {
    throw new Error(
      `The tests need ${missing.map(({ program }) => program).join(', ')}. Install them first, on Debian or Ubuntu: ` +
        `sudo apt-get install -y ${names.join(' ')}`,
    );
  }
  process.stderr.write(`Installing ${names.join(', ')} (apt-get) ...\n`);
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...names]]) {
    const result = spawnSync('apt-get', ['-q', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      encoding: 'utf8',
    });
    if (result.status !== 0) throw new Error(`apt-get ${args.join(' ')} failed:\n${result.stdout}${result.stderr}`);
  }
}

function isDebianRoot() {
  return existsSync('/etc/debian_version') && process.getuid?.() === 0;
}

function programPath(program) {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? null;
}

/** Starts both servers; resolves when they answer. `stop` ends them and removes their data. */
export async function startServers() {
  const folder = mkdtempSync(join(tmpdir(), 'govcrawler-servers-'));
  const children = [];
  const stop = async () => {
    await Promise.all(children.map(endProcess));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const [mysqlPort, redisPort] = [await freePort(), await freePort()];
    children.push(startMariaDb(folder, mysqlPort), startRedis(folder, redisPort));
    await Promise.all([answers(mysqlPort, children[0]), answers(redisPort, children[1])]);
    return {
      env: {
        TEST_MYSQL_URL: `mysql://root@127.0.0.1:${mysqlPort}`,
        TEST_REDIS_URL: `redis://127.0.0.1:${redisPort}`,
        CHROMIUM_PATH: programPath('chromium') ?? '',
      },
      stop,
      /** Ends Redis without a word and starts it again on its data. */
      restartRedis: async () => {
        const gone = new Promise((resolve) => children[1].once('exit', resolve));
        children[1].kill('SIGKILL');
        await gone;
        children[1] = startRedis(folder, redisPort);
        await answers(redisPort, children[1]);
      },
      flushRedis: () => sendToRedis(redisPort, 'FLUSHALL'),
      signalDatabase: (signal) => children[0].kill(signal),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function startMariaDb(folder, port) {
  const data = join(folder, 'mysql');
  const user = userInfo().username;
  const install = spawnSync(
    'mariadb-install-db',
    [
      '--no-defaults',
      `--user=${user}`,
      `--datadir=${data}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
    ],
    { encoding: 'utf8' },
  );
  if (install.status !== 0) throw new Error(`mariadb-install-db failed:\n${install.stdout}${install.stderr}`);
  return start(folder, programPath('mariadbd'), [
    '--no-defaults',
    `--user=${user}`,
    `--datadir=${data}`,
    `--socket=${join(folder, 'mysql.sock')}`,
    `--pid-file=${join(folder, 'mysql.pid')}`,
    '--bind-address=127.0.0.1',
    `--port=${port}`,
    '--character-set-server=utf8mb4',
    '--collation-server=utf8mb4_general_ci',
    '--max-connections=400',
    '--innodb-flush-log-at-trx-commit=2',
  ]);
}

function startRedis(folder, port) {
  return start(folder, programPath('redis-server'), [
    ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder],
    ...['--appendonly', 'yes', '--appendfsync', 'everysec', '--save', ''],
  ]);
}

function start(folder, program, args) {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: folder });
  child.errorText = '';
  child.stderr.on('data', (chunk) => (child.errorText = `${child.errorText}${chunk}`.slice(-4000)));
  return child;
}

async function answers(port, child) {
  for (let tries = 0; tries < 300; tries++) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended at its start:\n${child.errorText}`);
    const open = await new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => (socket.destroy(), resolve(true)));
      socket.once('error', () => resolve(false));
    });
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${child.spawnfile} does not answer on port ${port}:\n${child.errorText}`);
}

function sendToRedis(port, command) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${command}\r\n`));
    socket.once('data', (answer) => (socket.destroy(), answer[0] === 43 ? resolve() : reject(new Error(`${answer}`))));
    socket.once('error', reject);
  });
}

function endProcess(child) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const force = setTimeout(() => child.kill('SIGKILL'), 10_000);
    child.once('exit', () => (clearTimeout(force), resolve()));
    child.kill('SIGTERM');
  });
}

export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureServerPrograms();
  const servers = await startServers();
  for (const [name, value] of Object.entries(servers.env)) process.stdout.write(`export ${name}=${value}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => void servers.stop().then(() => process.exit(0)));
}
