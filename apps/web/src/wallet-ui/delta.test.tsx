import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Delta } from './delta.tsx';

// Rules: dashboard-10, buy-3
test.each([
  ['2.41', 'up 2.41%', 'delta positive'],
  ['-1.12', 'down 1.12%', 'delta negative'],
  ['0.00', 'unchanged 0.00%', 'delta'],
])('a change of %s shows the matching arrow and color', (percent, text, className) => {
  const { container } = render(<Delta percent={percent} />);
  const delta = container.firstElementChild;
  expect(delta?.textContent).toBe(text);
  expect(delta?.className).toBe(className);
  expect(delta?.querySelector('.triangle') === null).toBe(text.startsWith('unchanged'));
});
