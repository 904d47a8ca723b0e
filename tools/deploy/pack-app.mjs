// Puts one app with only its own files and packages into a folder: node tools/deploy/pack-app.mjs <app> <folder>
// The Dockerfile runs it after the build; `npm ci` in the folder then installs what the app imports, and nothing else.
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fail, root } from '../dev/setup.mjs';
import { appManifest, appParts } from './app-parts.mjs';
import { pruneLock } from './prune-lock.mjs';

const [app, folder] = process.argv.slice(2);
if (!app || !folder) fail('Usage: node tools/deploy/pack-app.mjs <app> <folder>', 2);
const target = resolve(folder);
if (existsSync(target) && readdirSync(target).length > 0) fail(`${target} is not empty.`, 2);

try {
  const parts = appParts(app);
  const manifest = appManifest(app, parts);
  for (const path of [...parts.files, ...parts.folders]) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    cpSync(join(root, path), join(target, path), { recursive: true });
  }
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(target, 'package-lock.json'), `${JSON.stringify(pruneLock(lock, manifest), null, 2)}\n`);
  copyFileSync(join(root, '.npmrc'), join(target, '.npmrc'));
  process.stdout.write(`${app}: ${parts.files.length} files, ${parts.packages.length} packages in ${target}\n`);
} catch (error) {
  fail(error.message);
}
