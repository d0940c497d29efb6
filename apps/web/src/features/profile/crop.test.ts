import { expect, test } from 'vitest';
import { movedBy, placeOf, wholeCrop, zoomedTo, zoomOf } from './crop.ts';

const wide = { width: 400, height: 200 };

test('at first the largest square of the middle is kept', () => {
  expect(wholeCrop(wide)).toEqual({ x: 200, y: 100, side: 200 });
  expect(placeOf(wide, wholeCrop(wide))).toEqual({ width: '200%', left: '-50%', top: '0%' });
});

test('zooming keeps the middle, between once and four times', () => {
  const twice = zoomedTo(wide, wholeCrop(wide), 2);
  expect(twice).toEqual({ x: 200, y: 100, side: 100 });
  expect(zoomOf(wide, twice)).toBe(2);
  expect(zoomedTo(wide, twice, 9).side).toBe(50);
  expect(zoomedTo(wide, twice, 0).side).toBe(200);
});

test('moving stops where the picture ends', () => {
  expect(movedBy(wide, wholeCrop(wide), { x: 0.25, y: 0 })).toEqual({ x: 150, y: 100, side: 200 });
  expect(movedBy(wide, wholeCrop(wide), { x: -5, y: 5 })).toEqual({ x: 300, y: 100, side: 200 });
});

test('zooming out at an edge comes back into the picture', () => {
  const corner = movedBy(wide, zoomedTo(wide, wholeCrop(wide), 4), { x: 9, y: 9 });
  expect(corner).toEqual({ x: 25, y: 25, side: 50 });
  expect(zoomedTo(wide, corner, 1)).toEqual({ x: 100, y: 100, side: 200 });
});
