/** Every rule in docs/ has a test, every id in a test has a rule, and every link in the rule tables has a target. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from './launch/root.mjs';
import { marksIn, problemsOf, readDocuments, readMarks, rulesOf, withTests } from './spec-coverage/rule-tables.mjs';

const documents = readDocuments();

test('every rule has a test, every id in a test has a rule, and the documents are current', () => {
  expect(problemsOf(documents, readMarks())).toEqual([]);
});

test.each([
  { file: 'docs/spec-coverage.md', leastRules: 240 },
  { file: 'docs/explain/security.md', leastRules: 86 },
])('the rule table $file has its rules', ({ file, leastRules }) => {
  const document = documents.find((each) => each.file === file);
  expect(rulesOf(document).length).toBeGreaterThanOrEqual(leastRules);
  // Without this check, a row with a malformed id would be left out silently.
  const rows = document.text.split('\n').filter((line) => /^\|(?!id\||-)/.test(line));
  expect(rulesOf(document)).toHaveLength(rows.length);
});

describe('a rule table', () => {
  const table = (...rows) => ({ file: 'docs/rules.md', text: rows.map((row) => `|${row}|\n`).join('') });
  const marks = marksIn('e2e/send.spec.ts', "  // Rules: send-1, send-2\n  test('sends', () => {});\n");

  test('a rule table gets the paths of the tests that name its rules', () => {
    const current = withTests(table('send-1|One.||none', 'send-2|Two.||gone.test.ts'), marks);
    expect(current).toBe(table('send-1|One.||e2e/send.spec.ts', 'send-2|Two.||e2e/send.spec.ts').text);
  });

  test.each([
    ['a rule without a test', ['send-3|Three.||none'], 'send-3 has no test'],
    ['an id without a rule', [], 'no rule has the id "send-2"'],
    ['an id of two rules', ['send-1|Again.||e2e/send.spec.ts'], 'send-1 is the id of two rules'],
    ['an outdated tests column', ['send-2|Two.||none'], 'docs/rules.md is outdated'],
  ])('the check of the rule tables fails for %s', (_, rows, problem) => {
    const document = table('send-1|One.||e2e/send.spec.ts', ...rows);
    expect(problemsOf([document], marks)).toContainEqual(expect.stringContaining(problem));
  });

  test('a rule table accepts a rule without a test that links the record of its deviation', () => {
    const basis = '[deviation](decisions/0001-record-decisions.md)';
    expect(problemsOf([table(`send-3|Three.|${basis}|none`)], [])).toEqual([]);
  });
});

describe.each(documents)('$file', ({ file, text }) => {
  const linked = Array.from(text.matchAll(/\]\(([^)#:]+)#?([^)]*)\)/g), ([, target, part]) => ({ target, part }));

  test.each(rulesOf({ text }))('the basis of $id links decision records only', ({ basis }) => {
    const links = basis === '' ? [] : basis.split(', ');
    const other = links.filter((link) => !/^\[(?:decided|deviation)\]\((?:\.\.\/)?decisions\/[^)]+\)$/.test(link));
    expect(other).toEqual([]);
  });

  test.each(linked)('the link to part “$part” of $target leads to an existing part', ({ target, part }) => {
    // A link without a part leads to the whole file.
    expect(['', ...partsOf(path.join(path.dirname(file), target))]).toContain(part);
  });
});

/** Returns the anchors that GitHub forms from a Markdown file's headings. */
function partsOf(file) {
  const headings = readFileSync(path.join(ROOT, file), 'utf8').matchAll(/^#+ (.+)$/gm);
  return Array.from(headings, ([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
}
