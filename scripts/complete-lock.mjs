/**
 * npm leaves out of package-lock.json the platform binaries that its registry could not show it, and then refuses the
 * lock it wrote ("Missing: … from lock file", npm/cli#9846). This adds those entries; `--check` only verifies.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parsePlatform } from './launch/platform-names.mjs';
import { ROOT } from './launch/root.mjs';

const file = path.join(ROOT, 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
const missing = findMissing(lock.packages);
const foreign = Object.keys(lock.packages).filter((key) => /^https?:/.test(lock.packages[key].resolved ?? ''));

for (const key of foreign)
  console.error(`${key} names a registry's address; install with omit-lockfile-registry-resolved`);
if (process.argv.includes('--check')) {
  for (const { name, version, wantedBy } of missing)
    console.error(`${name}@${version}, wanted by ${wantedBy}, is missing`);
  if (missing.length > 0) console.error(`Run "npm run lock" to add ${missing.length} entries to package-lock.json.`);
  else console.log(`package-lock.json is complete (${Object.keys(lock.packages).length} entries)`);
} else {
  for (const { name, version, dev } of missing) {
    lock.packages[`node_modules/${name}`] = { version, ...dev, ...parsePlatform(name), optional: true };
  }
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
  if (missing.length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`Added ${missing.length} entries to package-lock.json`);
}
process.exitCode = foreign.length > 0 || (process.argv.includes('--check') && missing.length > 0) ? 1 : 0;

function findMissing(packages) {
  const found = new Map();
  for (const [key, entry] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      if (isThere(packages, key, name)) continue;
      // The lowest version a range allows is one that exists; platform packages are pinned or follow their parent.
      const version = range.replace(/^[\^~]/, '');
      const dev = entry.dev ? { dev: true } : {};
      found.set(name, { name, version, dev, wantedBy: key || 'package.json' });
    }
  }
  return [...found.values()];
}

/** As Node resolves: beside the package, then in each folder above it. */
function isThere(packages, key, name) {
  for (let folder = key; ; folder = parentOf(folder)) {
    if (packages[path.posix.join(folder, 'node_modules', name)] !== undefined) return true;
    if (folder === '') return false;
  }
}

function parentOf(folder) {
  const parent = path.posix.dirname(folder);
  return parent === '.' ? '' : parent;
}
