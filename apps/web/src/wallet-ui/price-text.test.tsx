import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PriceText } from './price-text.tsx';

test.each([
  ['102763.15', '$102,763.15', '$102,763.15'],
  ['2.058049', '$2.06', '$2.058049'],
  ['999.996', '$1,000.00', '$999.996'],
  ['0.152283', '$0.1523', '$0.152283'],
  ['0.0000012345', '$0.000001235', '$0.0000012345'],
  ['0.99999', '$1.00', '$0.99999'],
  ['5', '$5.00', '$5.00'],
])('formats the price %s as %s, and as %s when exact', (price, short, exact) => {
  expect(render(<PriceText usdPerCoin={price} />).container.textContent).toBe(short);
  expect(render(<PriceText usdPerCoin={price} exact />).container.textContent).toBe(exact);
});
