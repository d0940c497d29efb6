/** Checks all source files against the rules in boundaries/rules.mjs, and rejects import cycles, type imports included. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { checkSources } from './boundaries/check-sources.mjs';
import { sourceFiles } from './boundaries/sources.mjs';
import { ROOT } from './launch/root.mjs';

const files = sourceFiles();
const problems = checkSources(new Map(files.map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')])));
for (const problem of problems) console.error(problem);
console.log(`${files.length} files, ${problems.length} boundary violations`);
process.exitCode = problems.length > 0 || files.length === 0 ? 1 : 0;
