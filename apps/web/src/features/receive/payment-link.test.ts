import { amountOf } from '@florin/money';
import { expect, test } from 'vitest';
import { paymentLink } from './payment-link.ts';

const origin = 'https://florin.example';

test.each([
  ['ines@florin.example', 'https://florin.example/pay/ines@florin.example'],
  ['a/b?c#d+e@florin.example', 'https://florin.example/pay/a%2Fb%3Fc%23d%2Be@florin.example'],
])('the link of %s can be read and opened', (email, link) => {
  expect(paymentLink(email, undefined, origin)).toBe(link);
  expect(decodeURIComponent(new URL(link).pathname)).toBe(`/pay/${email}`);
});

test('it carries the amount with all its decimals, and the note', () => {
  const amount = amountOf('EUR', 250_000n);
  expect(paymentLink('i@f.example', { amount, note: '' }, origin)).toBe(
    'https://florin.example/pay/i@f.example?amount=2500.00&currency=EUR',
  );
  const link = paymentLink('i@f.example', { amount, note: 'Café & cake' }, origin);
  expect(new URL(link).searchParams.get('note')).toBe('Café & cake');
});
