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

describe('docs/spec-coverage.md', () => {
  const lines = cellsOf('docs/spec-coverage.md').map(([line]) => line);
  const records = lines.flatMap((line) =>
    Array.from(line.matchAll(/\[(?:decided|deviation)\]\((decisions\/[^)#]+)#?([^)]*)\)/g), ([, file, part]) => ({
      line,
      file,
      part,
    })),
  );

  test.each(lines)('“decided” and “deviation” are links to a record in: %s', (line) => {
    const unlinked = line.replaceAll(/\[(?:decided|deviation)\]\(decisions\/[^)]+\)/g, '');
    expect(unlinked).not.toMatch(/\b(?:decided|deviation)\b/i);
  });

  test.each(records)('$file has the part “$part” that is named in: $line', ({ file, part }) => {
    const headings = Array.from(
      readFileSync(path.join(ROOT, 'docs', file), 'utf8').matchAll(/^#+ (.+)$/gm),
      ([, text]) =>
        text
          .toLowerCase()
          .replaceAll(/[^\w -]/g, '')
          .replaceAll(' ', '-'),
    );
    // Without a part the whole record is meant, which has a title at least.
    expect(['', ...headings]).toContain(part);
    expect(headings.length).toBeGreaterThan(0);
  });
});
