import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const CHILD_SOURCES = ['apps/attachment-downloader', 'libs/parser', 'libs/core', 'libs/contracts'];
const SERVICE_SOURCES = ['adapters', 'agents', 'fetch', 'persistence', 'platform', 'queue'].map((lib) => `libs/${lib}`);

const PROTO = 'libs/fetch/remote/fetch.proto';

/** Compiles the reading process, or all of the service, from the sources under test: Node cannot run them as they are. */
export function compileChild({ wholeService = false } = {}): { entry: string; folder: string; remove: () => void } {
  mkdirSync(join(root, 'tmp'), { recursive: true });
  // Inside the workspace, so that packages are found from there.
  const folder = mkdtempSync(join(root, 'tmp', 'extract-child-'));
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      'node_modules/@swc/cli/bin/swc.js',
      ...CHILD_SOURCES,
      ...(wholeService ? SERVICE_SOURCES : []),
      ...['-d', folder, '--config-file', '.swcrc', '--ignore', '**/*spec.ts,**/*.json,**/*.d.ts', '--quiet'],
    ],
    { cwd: root, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`Compiling the child failed: ${stderr}`);
  if (wholeService) cpSync(join(root, PROTO), join(folder, PROTO));
  return {
    entry: join(folder, 'apps/attachment-downloader/extract-text/extract-child.js'),
    folder,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
