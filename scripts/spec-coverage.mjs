/**
 * Writes the tests column of the rule tables in docs/spec-coverage.md and docs/explain/security.md. `--check` only
 * verifies: every rule has a test, every id that a test names has a rule, and both documents are current.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './launch/root.mjs';
import { problemsOf, readDocuments, readMarks, withTests } from './spec-coverage/rule-tables.mjs';

const marks = readMarks();
if (!process.argv.includes('--check'))
  for (const document of readDocuments()) writeFileSync(path.join(ROOT, document.file), withTests(document, marks));

const problems = problemsOf(readDocuments(), marks);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
