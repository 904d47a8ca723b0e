// What one app needs to run: the compiled files it can reach from its entry, and the packages they import.
// Read from the build, so that nothing that only tests or other apps use gets into its image.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, extname, join, relative, resolve, sep } from 'node:path';
import { root } from '../dev/setup.mjs';

const DIST = join(root, 'dist');

// Nest loads its HTTP side by name, where no import shows it.
const HTTP = ['@nestjs/platform-express'];

/** Each app that is deployed: the folders it reads besides its own code, and the packages that are loaded by name. */
export const APPS = {
  'api-gateway': { folders: ['dist/apps/console'], byName: HTTP },
  scheduler: { folders: ['config/calendar'], byName: HTTP },
  'crawl-worker': { folders: [], byName: [] },
  'fetch-service': { folders: [], byName: HTTP },
  'attachment-downloader': { folders: [], byName: [] },
  // The command line: migrations, backups, site files.
  standalone: { folders: ['dist/apps/console', 'config'], byName: HTTP },
};

const STATIC_IMPORT = /^\s*(?:import|export)\b[^'";]*?\bfrom\s*["']([^"']+)["']|^\s*import\s*["']([^"']+)["']/gm;
// import('x'), createRequire(...).resolve('x'), and new URL('./child.js', import.meta.url)
const RUN_TIME_REFERENCE =
  /\bimport\(\s*["']([^"']+)["']\s*\)|\.resolve\(\s*["']([^"'/.][^"']*)["']\s*\)|\bnew URL\(\s*["'](\.[^"']+)["']\s*,\s*import\.meta\.url\s*\)/g;

/** The files (relative to the workspace) and packages of an app; fails when something it imports is not built. */
export function appParts(app) {
  if (!(app in APPS)) throw new Error(`There is no app "${app}". Known: ${Object.keys(APPS).join(', ')}`);
  const files = new Set();
  const packages = new Set(APPS[app].byName);
  const waiting = [join(DIST, 'apps', app, 'main.js')];
  while (waiting.length > 0) {
    const file = waiting.pop();
    if (files.has(file)) continue;
    files.add(file);
    if (extname(file) !== '.js') continue;
    for (const reference of references(readFileSync(file, 'utf8'))) {
      if (reference.startsWith('.')) waiting.push(resolve(dirname(file), reference));
      else if (!isBuiltIn(reference)) packages.add(packageOf(reference));
    }
  }
  for (const project of projectsOf(files)) for (const asset of assetsOf(project)) files.add(asset);
  return {
    files: [...files].map((file) => relative(root, file)).sort(),
    packages: [...packages].sort(),
    folders: APPS[app].folders,
  };
}

/** The package.json of the app's image: the workspace's exact versions of what the app imports. */
export function appManifest(app, { packages }) {
  const { version, engines, dependencies, overrides } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const missing = packages.filter((name) => !(name in dependencies));
  if (missing.length > 0) throw new Error(`${app} imports ${missing.join(', ')}, not among the dependencies`);
  return {
    name: `govcrawler-${app}`,
    version,
    private: true,
    type: 'module',
    engines,
    dependencies: Object.fromEntries(packages.map((name) => [name, dependencies[name]])),
    overrides,
  };
}

function* references(source) {
  for (const pattern of [STATIC_IMPORT, RUN_TIME_REFERENCE]) {
    for (const match of source.matchAll(pattern)) yield match.slice(1).find((group) => group !== undefined);
  }
}

function isBuiltIn(reference) {
  return reference.startsWith('node:') || builtinModules.includes(reference);
}

function packageOf(reference) {
  return reference
    .split('/')
    .slice(0, reference.startsWith('@') ? 2 : 1)
    .join('/');
}

/** dist/libs/x and dist/apps/y of the given files. */
function projectsOf(files) {
  return new Set([...files].map((file) => join(DIST, ...relative(DIST, file).split(sep).slice(0, 2))));
}

/** What a project reads beside its code: protocol definitions and documents. */
function assetsOf(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => /\.(proto|json)$/.test(path) && !/[\\/]fixtures[\\/]/.test(path) && statSync(path).isFile());
}
