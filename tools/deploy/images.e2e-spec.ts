import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '@govcrawler/testing';

interface Parts {
  files: string[];
  packages: string[];
}
interface Graph {
  graph: { nodes: Record<string, unknown>; dependencies: Record<string, { target: string }[]> };
}

// Plain modules that also run in a bare image, hence without types of their own.
const { appManifest, appParts, APPS } = (await import('./app-parts.mjs' as string)) as {
  appManifest: (app: string, parts: Parts) => { dependencies: Record<string, string> };
  appParts: (app: string) => Parts;
  APPS: Record<string, object>;
};
const apps = Object.keys(APPS);
const parts = new Map(apps.map((app) => [app, appParts(app)]));

describe('the image of each app', () => {
  const folder = mkdtempSync(join(tmpdir(), 'govcrawler-images-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('has only code of projects that the graph gives to its app', async () => {
    const file = join(folder, 'graph.json');
    const { code } = await runProgram(['node_modules/nx/dist/bin/nx.js', 'graph', `--file=${file}`]);
    expect(code).toBe(0);
    const { dependencies } = (JSON.parse(readFileSync(file, 'utf8')) as Graph).graph;
    for (const app of apps) {
      const reachable = reach(app, dependencies);
      const projects = new Set(parts.get(app)!.files.map((path) => path.split('/')[2]!));
      expect(projects.size).toBeGreaterThan(3);
      expect([...projects].filter((project) => !reachable.has(project))).toEqual([]);
    }
  });

  it('keeps parsers of hostile files, the demo and the tests out of services that do not use them', () => {
    const using = (name: string) => apps.filter((app) => parts.get(app)!.packages.includes(name));
    expect(using('pdfjs-dist')).toEqual(['attachment-downloader', 'standalone']);
    expect(using('supertest').concat(using('fast-check'), using('vite'))).toEqual([]);
    // What an app imports, its image can install.
    for (const app of apps) expect(Object.keys(appManifest(app, parts.get(app)!).dependencies)).not.toEqual([]);
    const withTesting = apps.filter((app) =>
      parts.get(app)!.files.some((file) => file.startsWith('dist/libs/testing')),
    );
    expect(withTesting).toEqual(['standalone']);
    for (const app of apps) expect(parts.get(app)!.files.filter((file) => /spec\.|conformance/.test(file))).toEqual([]);
  });

  it('installs from its own lock, which gives every package the place it has in the workspace', async () => {
    const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { version: string }>;
    };
    for (const app of ['scheduler', 'attachment-downloader']) {
      const target = join(folder, app);
      const packed = await runProgram(['tools/deploy/pack-app.mjs', app, target]);
      expect(packed).toMatchObject({ code: 0, stderr: '' });
      const own = JSON.parse(readFileSync(join(target, 'package-lock.json'), 'utf8')) as typeof lock;
      const places = Object.keys(own.packages).filter((place) => place !== '');
      expect(places.length).toBeGreaterThan(20);
      expect(places.length).toBeLessThan(Object.keys(lock.packages).length / 2);
      for (const place of places) expect(own.packages[place]!.version).toBe(lock.packages[place]!.version);
    }
  });

  it('refuses an app that is none, and a folder that is in use', async () => {
    expect(await runProgram(['tools/deploy/pack-app.mjs', 'nothing', join(folder, 'x')])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no app "nothing"'),
    });
    expect(await runProgram(['tools/deploy/pack-app.mjs', 'scheduler', 'docs'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is not empty'),
    });
  });
});

/** Everything an app depends on in the project graph, directly or not. */
function reach(app: string, dependencies: Graph['graph']['dependencies']): Set<string> {
  const reached = new Set<string>([app]);
  for (const project of reached) for (const { target } of dependencies[project] ?? []) reached.add(target);
  return reached;
}
