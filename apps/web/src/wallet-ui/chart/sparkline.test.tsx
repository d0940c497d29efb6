import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Sparkline } from './sparkline.tsx';

const drawn = (points: number[]) =>
  render(<Sparkline points={points} width={72} height={24} />).container.firstElementChild;

test.each([
  [[0, 40, 100], 'spark pos'],
  [[100, 40, 0], 'spark neg'],
  [[50, 0, 100, 50], 'spark'],
])('%j is drawn as %s', (points, classes) => {
  expect(drawn(points)?.getAttribute('class')).toBe(classes);
});

test('it uses the whole of its height, and one that is flat lies in the middle', () => {
  expect(drawn([0, 100])?.querySelector('path')?.getAttribute('d')).toBe('M0,22L72,2');
  expect(drawn([7, 7])?.querySelector('path')?.getAttribute('d')).toBe('M0,12L72,12');
});

test('a single point has no shape yet', () => {
  expect(drawn([7])?.querySelector('path')).toBeNull();
});
