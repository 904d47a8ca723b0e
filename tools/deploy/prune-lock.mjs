/**
 * The part of a package-lock that a smaller package.json needs. Every package keeps its place in node_modules, so the
 * image resolves each import exactly as the tests did. (nx's own pruning moves packages and then finds wrong versions.)
 */
export function pruneLock(lock, manifest) {
  const kept = new Set();
  const waiting = Object.keys(manifest.dependencies).map((name) => [name, '']);
  while (waiting.length > 0) {
    const [name, from] = waiting.pop();
    const place = placeOf(lock.packages, name, from);
    if (place === null || kept.has(place)) continue;
    kept.add(place);
    const { dependencies, optionalDependencies, peerDependencies } = lock.packages[place];
    const needed = { ...dependencies, ...optionalDependencies, ...peerDependencies };
    for (const dependency of Object.keys(needed)) waiting.push([dependency, place]);
  }
  const { name, version, engines, dependencies } = manifest;
  const packages = Object.entries(lock.packages).filter(([place]) => kept.has(place));
  return {
    name,
    version,
    lockfileVersion: lock.lockfileVersion,
    requires: true,
    packages: {
      '': { name, version, dependencies, engines },
      ...Object.fromEntries(packages.map(([place, entry]) => [place, withoutDevMarks(entry)])),
    },
  };
}

/** Where Node finds `name` when a package at `from` imports it; null for optional ones that are not installed. */
function placeOf(packages, name, from) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (place in packages) return place;
    if (folder === '') return null;
  }
}

/** What is a development package of the workspace may be needed by an app through a peer. */
function withoutDevMarks(entry) {
  return Object.fromEntries(Object.entries(entry).filter(([key]) => key !== 'dev' && key !== 'devOptional'));
}
