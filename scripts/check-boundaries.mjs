/**
 * Checks packages, apps, e2e and bench against the rules in boundaries/rules.mjs: imports, environment variables, SQL.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkFile } from './boundaries/check-file.mjs';
import { ROOT } from './launch/root.mjs';

const SKIPPED = new Set(['node_modules', 'dist', 'coverage', 'public', 'test-results', 'playwright-report']);

const files = ['packages', 'apps', 'e2e', 'bench'].flatMap((folder) => sourcesBelow(folder));
let violations = 0;
for (const file of files) {
  for (const problem of checkFile(file, readFileSync(path.join(ROOT, file), 'utf8'))) {
    console.error(`${file} ${problem}`);
    violations += 1;
  }
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
