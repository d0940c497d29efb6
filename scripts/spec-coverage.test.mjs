/** docs/spec-coverage.md and docs/security.md name a test for each of their lines: each of them exists. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from './launch/root.mjs';

const cellsOf = (file) =>
  readFileSync(path.join(ROOT, file), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (line|---)/.test(line))
    .map((line) => line.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/g, '').trim()));

describe.each([
  { page: 'docs/spec-coverage.md', leastLines: 100 },
  { page: 'docs/security.md', leastLines: 45 },
])('$page', ({ page, leastLines }) => {
  const rows = cellsOf(page).map((cells) => ({ line: cells[0], tests: cells.at(-1) ?? '' }));
  /** `e2e/send.spec.ts › the title`, as the test's file has it: one title may have a figure or name filled in. */
  const named = rows.flatMap(({ line, tests }) =>
    Array.from(tests.matchAll(/`([^`]+) › ([^`]+)`/g), ([, file, title]) => ({ line, file, title })),
  );

  test('has its tables', () => {
    expect(rows.length).toBeGreaterThanOrEqual(leastLines);
  });

  test.each(rows)('$line has a test, or says why it has none', ({ tests }) => {
    expect(tests).toMatch(/`[^`]+ › [^`]+`|^deviation: /);
  });

  test.each(named)('$file › $title exists', ({ file, title }) => {
    expect(readFileSync(path.join(ROOT, file), 'utf8')).toContain(title);
  });
});
