/** The rule tables in docs/, and the tests that have a rule's id in the comment above: `// Rules: send-3, send-4`. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../launch/root.mjs';

const DOCUMENTS = ['docs/spec-coverage.md', 'docs/explain/security.md'];
const FOLDERS = ['apps', 'packages', 'e2e', 'scripts'];
const SKIPPED = new Set(['node_modules', 'dist', 'coverage', 'test-results', 'playwright-report']);
/**
 * Tests, and the helpers of the end-to-end tests, because such a helper fails every test with a page that breaks a
 * rule.
 */
const TEST_FILE = /\.(?:test|spec)\.(?:mjs|tsx?)$|^e2e\/.*\.ts$/;

/** Returns each document as `{file, text}`. */
export const readDocuments = () =>
  DOCUMENTS.map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }));

/** Returns each id that a test names, as `{file, id}`, ordered by file. */
export function readMarks() {
  const files = FOLDERS.flatMap(filesBelow).filter((file) => TEST_FILE.test(file));
  files.sort((one, other) => one.localeCompare(other, 'en'));
  return files.flatMap((file) => marksIn(file, readFileSync(path.join(ROOT, file), 'utf8')));
}

export function marksIn(file, text) {
  const comments = Array.from(text.matchAll(/^ *\/\/ Rules: (.+)$/gm), ([, ids]) => ids);
  return comments.flatMap((ids) => ids.split(',').map((id) => ({ file, id: id.trim() })));
}

/** Returns the rows of a document's tables, as `{id, rule, basis, tests}`. */
export const rulesOf = ({ text }) => Array.from(text.matchAll(ROW), ({ groups }) => ({ ...groups }));

/** Returns the text of the document with a tests column that names the files of the marks. */
export const withTests = ({ text }, marks) =>
  text.replaceAll(ROW, (...match) => {
    const { id, rule, basis } = match.at(-1);
    return `|${id}|${rule}|${basis}|${testsOf(id, marks)}|`;
  });

/** Returns a sentence for each defect: a rule without a test, an id used twice or unknown, an outdated document. */
export function problemsOf(documents, marks) {
  const rules = documents.flatMap((document) => rulesOf(document).map((rule) => ({ ...rule, file: document.file })));
  const ids = rules.map(({ id }) => id);
  const tested = new Set(marks.map(({ id }) => id));
  return [
    ...rules
      .filter(({ id }, index) => ids.indexOf(id) !== index)
      .map(({ file, id }) => `${file}: ${id} is the id of two rules. Give one of them the next free number.`),
    ...rules
      .filter(({ id, basis }) => !tested.has(id) && !DEVIATION.test(basis))
      .map(({ file, id }) => `${file}: ${id} has no test. Write "// Rules: ${id}" above one, or link a deviation.`),
    ...marks
      .filter(({ id }) => !ids.includes(id))
      .map(({ file, id }) => `${file}: no rule has the id "${id}". Correct the comment, or add the rule.`),
    ...documents
      .filter((document) => withTests(document, marks) !== document.text)
      .map(({ file }) => `${file} is outdated. Run "node scripts/spec-coverage.mjs".`),
  ];
}

const ROW = /^\|(?<id>[a-z]+(?:-[a-z]+)*-\d+(?:\.\d+)*)\|(?<rule>.+)\|(?<basis>[^|]*)\|(?<tests>[^|]*)\|$/gm;
const DEVIATION = /\[deviation\]\((?:\.\.\/)?decisions\//;

/** Returns the paths of the tests that name a rule, each on a separate line in the shown cell. */
function testsOf(id, marks) {
  const files = new Set(marks.filter((mark) => mark.id === id).map(({ file }) => file));
  return files.size === 0 ? 'none' : [...files].join('<br>');
}

function filesBelow(folder) {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const child = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesBelow(child);
    return [child];
  });
}
