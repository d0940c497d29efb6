import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Direction } from '../delta.tsx';
import { Sparkline } from './sparkline.tsx';

const drawn = (points: number[], direction: Direction = 'unchanged') =>
  render(<Sparkline points={points} direction={direction} width={72} height={24} />).container.firstElementChild;

test.each([
  ['up', 'spark pos'],
  ['down', 'spark neg'],
  ['unchanged', 'spark'],
] as const)('a shape beside a change that is %s is drawn as %s, whatever its ends', (direction, classes) => {
  for (const points of [
    [0, 40, 100],
    [100, 40, 0],
  ])
    expect(drawn(points, direction)?.getAttribute('class')).toBe(classes);
});

test('it uses the whole of its height, and one that is flat lies in the middle', () => {
  expect(drawn([0, 100])?.querySelector('path')?.getAttribute('d')).toBe('M0,22L72,2');
  expect(drawn([7, 7])?.querySelector('path')?.getAttribute('d')).toBe('M0,12L72,12');
});

test('a single point has no shape yet', () => {
  expect(drawn([7])?.querySelector('path')).toBeNull();
});
