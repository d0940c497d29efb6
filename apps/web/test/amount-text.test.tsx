import { amountOf } from '@florin/money';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AmountText } from '../src/wallet-ui/amount-text.tsx';

const html = (node: React.ReactElement) => render(node).container;

test('a sent amount has a true minus sign and muted cents', () => {
  const shown = html(<AmountText amount={amountOf('USD', -10200n)} code />);
  expect(shown.textContent).toBe('−$102.00 USD');
  expect(shown.querySelector('.amount-minor')?.textContent).toBe('.00');
});

test('a received amount is green with a plus', () => {
  const shown = html(<AmountText amount={amountOf('EUR', 125_000n)} sign="always" tone="in" />);
  expect(shown.textContent).toBe('+€1,250.00');
  expect(shown.querySelector('.amount.positive')).not.toBeNull();
});

test.each([
  ['a small holding', 779_029n, ['0.00'], '0.00779029 BTC'],
  ['a round fraction', 318_000_000n, ['000000'], '3.18000000 BTC'],
  ['a whole number', 500_000_000n, ['.00000000'], '5.00000000 BTC'],
  ['zeros on both sides', 5_000_000n, ['0.0', '000000'], '0.05000000 BTC'],
  ['many coins', 100_000_000_000n, ['.00000000'], '1,000.00000000 BTC'],
])('AmountText mutes only the padding zeros of %s', (_name, units, muted, text) => {
  const shown = html(<AmountText amount={amountOf('BTC', units)} />);
  expect(shown.textContent).toBe(text);
  expect([...shown.querySelectorAll('.amount-minor')].map((part) => part.textContent)).toEqual(muted);
});
