/** docs/spec-coverage.md names a test for each line of the specification: each of them exists. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from './launch/root.mjs';

const page = readFileSync(path.join(ROOT, 'docs/spec-coverage.md'), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (line|---)/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/g, '').trim()));

/** `e2e/send.spec.ts › the title`, as the test's file has it: one title may have a figure or name filled in. */
const named = rows.flatMap(([line, tests = '']) =>
  Array.from(tests.matchAll(/`([^`]+) › ([^`]+)`/g), ([, file, title]) => ({ line, file, title })),
);

test('the page has its tables', () => {
  expect(rows.length).toBeGreaterThan(50);
});

test.each(rows)('%s has a test, or says why it has none', (_, tests) => {
  expect(tests).toMatch(/`[^`]+ › [^`]+`|^deviation: /);
});

describe.each(named)('$file › $title', ({ file, title }) => {
  test('exists', () => {
    expect(readFileSync(path.join(ROOT, file), 'utf8')).toContain(title);
  });
});
