import { expect, test } from 'vitest';
import { areaUnder, pathThrough, scaleOf } from './scale.ts';

test('a scale converts values to pixels and back, including a descending pixel range', () => {
  const up = scaleOf([100, 200], [148, 0]);
  expect([up(100), up(150), up(200)]).toEqual([148, 74, 0]);
  expect([up.invert(148), up.invert(37)]).toEqual([100, 175]);
});

test('a path connects its points with straight lines, rounded to a tenth of a pixel', () => {
  expect(pathThrough([])).toBe('');
  expect(
    pathThrough([
      [0, 12.34],
      [10.06, 3],
    ]),
  ).toBe('M0,12.3L10.1,3');
});

test('the area under a path is closed at the bottom', () => {
  expect(areaUnder([], 40)).toBe('');
  expect(
    areaUnder(
      [
        [0, 12],
        [10, 3],
      ],
      40,
    ),
  ).toBe('M0,12L10,3L10,40L0,40Z');
});
