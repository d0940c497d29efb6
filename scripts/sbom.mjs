/**
 * `npm run --silent sbom > florin.cdx.json`: lists the shipped packages as CycloneDX. Reads only the lock, so the list
 * is the same on every machine and has every platform's binaries. npm lists all packages, because its `--omit dev` also
 * omits packages that some tool needs (react and zod, with npm 11.19). This script then removes the packages that do
 * not ship.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { shippedPackages } from './dependencies/shipped-packages.mjs';
import { findNpm } from './launch/install.mjs';
import { ROOT } from './launch/root.mjs';
import { giveUp } from './launch/say.mjs';

const readJson = (file) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));

const { packages } = readJson('package-lock.json');
const root = readJson('package.json');
const bom = listAll();
const rootRef = bom.metadata.component['bom-ref'];
const isShipped = new Set(shippedPackages(packages).map(refOf));
const within = (ref) => ref === rootRef || isShipped.has(ref);

bom.metadata.component.name = root.name; // npm uses the folder's name
bom.components = bom.components
  .filter((component) => within(component['bom-ref']))
  .map((component) => ({
    ...component,
    // The addresses in the lock have a host that does not exist.
    externalReferences: component.externalReferences.filter(({ type }) => type !== 'distribution'),
  }));
bom.dependencies = bom.dependencies
  .filter(({ ref }) => within(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(within) }));
process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);

function listAll() {
  const options = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
  const { command, args } = findNpm(options);
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: command.endsWith('.cmd'),
  });
  if (status !== 0) giveUp(`npm could not list the packages. It needs npm 10 or later.\n${stderr}`);
  return JSON.parse(stdout);
}

/** Returns the reference of a package, for example `@florin/web@0.2.0`. */
function refOf(key) {
  const { name = key.split('node_modules/').at(-1), version } = packages[key];
  return `${name}@${version}`;
}
