import path from 'node:path';

/** The workspaces that ship. The other workspaces test and measure these workspaces. */
const shippedWorkspaces = ['apps/server', 'apps/web'];

/**
 * Returns the lock keys of the shipped workspaces and all their dependencies, for every platform, without build and
 * test tools.
 */
export function shippedPackages(packages) {
  const found = new Set();
  const follow = (key) => {
    if (found.has(key)) return;
    found.add(key);
    for (const name of needs(packages[key])) {
      const place = placeOf(packages, key, name);
      // The lock contains only packages for the lock's platforms.
      if (place !== undefined) follow(packages[place].link ? packages[place].resolved : place);
    }
  };
  for (const workspace of shippedWorkspaces) follow(workspace);
  return [...found];
}

export const isOfOthers = (key) => key.includes('node_modules/');

/** Returns the packages that a package needs. Optional peers do not count. */
function needs({ dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/** Looks up a package like Node: next to the package, then in each folder above it. */
function placeOf(packages, key, name) {
  for (let folder = key; ; folder = path.posix.dirname(folder)) {
    const place = path.posix.join(folder, 'node_modules', name);
    if (packages[place] !== undefined) return place;
    if (folder === '.' || folder === '') return undefined;
  }
}
