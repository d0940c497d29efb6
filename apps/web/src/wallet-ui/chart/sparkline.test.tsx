import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Direction } from '../delta.tsx';
import { Sparkline } from './sparkline.tsx';

const drawn = (points: number[], direction: Direction = 'unchanged') =>
  render(<Sparkline points={points} direction={direction} width={72} height={24} />).container.firstElementChild;

test.each([
  ['up', 'sparkline positive'],
  ['down', 'sparkline negative'],
  ['unchanged', 'sparkline'],
] as const)('a sparkline with the direction "%s" has the classes "%s", whatever its points', (direction, classes) => {
  for (const points of [
    [0, 40, 100],
    [100, 40, 0],
  ])
    expect(drawn(points, direction)?.getAttribute('class')).toBe(classes);
});

test('sparkline uses its full height and centers a flat line', () => {
  expect(drawn([0, 100])?.querySelector('path')?.getAttribute('d')).toBe('M0,22L72,2');
  expect(drawn([7, 7])?.querySelector('path')?.getAttribute('d')).toBe('M0,12L72,12');
});

test('sparkline draws nothing for a single point', () => {
  expect(drawn([7])?.querySelector('path')).toBeNull();
});
