import { expect, test } from 'vitest';
import { moveCrop, imagePosition, largestCrop, zoomCrop, zoomOf } from './crop.ts';

const wide = { width: 400, height: 200 };

test('the crop of an avatar starts as the largest centered square', () => {
  expect(largestCrop(wide)).toEqual({ x: 200, y: 100, side: 200 });
  expect(imagePosition(wide, largestCrop(wide))).toEqual({ width: '200%', left: '-50%', top: '0%' });
});

test('zooming the crop keeps the center and stays between 1x and 4x', () => {
  const twice = zoomCrop(wide, largestCrop(wide), 2);
  expect(twice).toEqual({ x: 200, y: 100, side: 100 });
  expect(zoomOf(wide, twice)).toBe(2);
  expect(zoomCrop(wide, twice, 9).side).toBe(50);
  expect(zoomCrop(wide, twice, 0).side).toBe(200);
});

test('the crop stops at the edge of the picture', () => {
  expect(moveCrop(wide, largestCrop(wide), { x: 0.25, y: 0 })).toEqual({ x: 150, y: 100, side: 200 });
  expect(moveCrop(wide, largestCrop(wide), { x: -5, y: 5 })).toEqual({ x: 300, y: 100, side: 200 });
});

test('zooming out at an edge moves the crop inside the picture', () => {
  const corner = moveCrop(wide, zoomCrop(wide, largestCrop(wide), 4), { x: 9, y: 9 });
  expect(corner).toEqual({ x: 25, y: 25, side: 50 });
  expect(zoomCrop(wide, corner, 1)).toEqual({ x: 100, y: 100, side: 200 });
});
