import path from 'node:path';

/** What is delivered; the rest of the workspaces tests and measures it. */
const shippedWorkspaces = ['apps/server', 'apps/web'];

/**
 * What the delivered workspaces are made of, as the keys of the lock: they and everything they need in turn, for every
 * platform, without what only builds or tests.
 */
export function shippedPackages(packages) {
  const found = new Set();
  const follow = (key) => {
    if (found.has(key)) return;
    found.add(key);
    for (const name of needs(packages[key])) {
      const place = placeOf(packages, key, name);
      // What is for no platform of this lock has no place in it.
      if (place !== undefined) follow(packages[place].link ? packages[place].resolved : place);
    }
  };
  for (const workspace of shippedWorkspaces) follow(workspace);
  return [...found];
}

export const isOfOthers = (key) => key.includes('node_modules/');

/** A peer that may be missing is needed by nobody who does not name it. */
function needs({ dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/** As Node resolves: beside the package, then in each folder above it. */
function placeOf(packages, key, name) {
  for (let folder = key; ; folder = path.posix.dirname(folder)) {
    const place = path.posix.join(folder, 'node_modules', name);
    if (packages[place] !== undefined) return place;
    if (folder === '.' || folder === '') return undefined;
  }
}
