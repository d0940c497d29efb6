/**
 * Completes package-lock.json; `--check` only verifies.
 *
 * npm omits platform binaries that its registry did not list, but then rejects this lock ("Missing: … from lock file",
 * npm/cli#9846). This script adds those entries and each package's address. Without addresses npm first fetches the
 * list of each package's versions. These fetches take a sixth of the install time. The host in the addresses does not
 * exist, because npm replaces the host with the configured registry (.npmrc).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parsePlatform } from './launch/platform-names.mjs';
import { ROOT } from './launch/root.mjs';

const file = path.join(ROOT, 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
const missing = findMissing(lock.packages);
const withoutAddress = Object.entries(lock.packages).filter(
  ([key, entry]) => isFromRegistry(key, entry) && entry.resolved !== addressOf(key, entry),
);

if (process.argv.includes('--check')) {
  for (const { name, version, wantedBy } of missing)
    console.error(`${name}@${version} is missing; ${wantedBy} needs it`);
  for (const [key] of withoutAddress) console.error(`${key} has no address on packages.invalid`);
  if (missing.length + withoutAddress.length > 0) console.error('Run "npm run lock" to complete package-lock.json.');
  else console.log(`package-lock.json is complete (${Object.keys(lock.packages).length} entries)`);
} else {
  for (const { name, version, dev } of missing) {
    lock.packages[`node_modules/${name}`] = { version, ...dev, ...parsePlatform(name), optional: true };
  }
  const entries = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  lock.packages = Object.fromEntries(entries.map(([key, entry]) => [key, addressed(key, entry)]));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`Added ${missing.length} entries to package-lock.json and changed ${withoutAddress.length} addresses`);
}
process.exitCode = process.argv.includes('--check') && missing.length + withoutAddress.length > 0 ? 1 : 0;

/** Returns whether the package comes from a registry: not a workspace, not bundled, not from git or a folder. */
function isFromRegistry(key, { link, inBundle, resolved = 'https:' }) {
  return key.includes('node_modules/') && !link && !inBundle && /^https?:/.test(resolved);
}

/** Returns the path of a package's archive on npm's registry and its mirrors. */
function addressOf(key, { version, name = key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length) }) {
  return `https://packages.invalid/${name}/-/${path.posix.basename(name)}-${version}.tgz`;
}

/** Sets the address, with the fields in npm's order. */
function addressed(key, entry) {
  if (!isFromRegistry(key, entry)) return entry;
  const { name, version, resolved: _, ...others } = entry;
  return { ...(name && { name }), version, resolved: addressOf(key, entry), ...others };
}

function findMissing(packages) {
  const found = new Map();
  for (const [key, entry] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      if (isThere(packages, key, name)) continue;
      // The lowest version of the range exists, because platform packages are pinned or follow their parent.
      const version = range.replace(/^[\^~]/, '');
      const dev = entry.dev ? { dev: true } : {};
      found.set(name, { name, version, dev, wantedBy: key || 'package.json' });
    }
  }
  return [...found.values()];
}

/** Looks up a package like Node: next to the package, then in each folder above it. */
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
