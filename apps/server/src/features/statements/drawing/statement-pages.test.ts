import { expect, test } from 'vitest';
import { planPages } from './statement-pages.ts';

test.each([
  [0, [0]],
  [1, [1]],
  [11, [11]],
  [12, [9, 3]],
  [15, [12, 3]],
  [18, [15, 3]],
  [36, [15, 21]],
  [37, [15, 19, 3]],
  [43, [15, 25, 3]],
  [44, [15, 25, 4]],
])('plans %i lines as pages of %j with room for the closing balance on the last page', (lines, pages) => {
  expect(planPages(lines)).toEqual(pages);
});

test('plans each line on exactly one page and leaves no page empty', () => {
  for (let lines = 1; lines < 500; lines++) {
    const pages = planPages(lines);
    expect(pages.reduce((sum, here) => sum + here, 0)).toBe(lines);
    expect(Math.min(...pages)).toBeGreaterThan(0);
  }
});
