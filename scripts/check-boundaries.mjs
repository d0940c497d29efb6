/**
 * Checks packages, apps, e2e and bench against the rules in boundaries/rules.mjs: imports, environment variables, SQL.
 * Also rejects import cycles in the server and the packages, type imports included.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkFile } from './boundaries/check-file.mjs';
import { findCycles } from './boundaries/cycles.mjs';
import { importsOf } from './boundaries/imports.mjs';
import { FREE_OF_CYCLES } from './boundaries/rules.mjs';
import { ROOT } from './launch/root.mjs';

const SKIPPED = new Set(['node_modules', 'dist', 'coverage', 'public', 'test-results', 'playwright-report']);

const files = ['packages', 'apps', 'e2e', 'bench'].flatMap((folder) => sourcesBelow(folder));
const imports = new Map();
let violations = 0;
for (const file of files) {
  const source = readFileSync(path.join(ROOT, file), 'utf8');
  if (FREE_OF_CYCLES.test(file))
    imports.set(
      file,
      importsOf(file, source).flatMap((imported) => imported.path ?? []),
    );
  for (const problem of checkFile(file, source)) {
    console.error(`${file} ${problem}`);
    violations += 1;
  }
}
for (const cycle of findCycles(imports)) {
  console.error('These files import each other in a cycle. Move what they share to another file:');
  for (const file of cycle) console.error(`  ${file}`);
  violations += 1;
}
console.log(`${files.length} files, ${violations} boundary violations`);
process.exitCode = violations > 0 || files.length === 0 ? 1 : 0;

function sourcesBelow(folder) {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const child = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : sourcesBelow(child);
    return /\.(ts|tsx|mjs)$/.test(entry.name) ? [child] : [];
  });
}
