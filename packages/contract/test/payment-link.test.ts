import { amountOf } from '@florin/money';
import { expect, test } from 'vitest';
import { paymentLink, requestLink } from '../src/payment-link.ts';

const origin = 'https://florin.example';

test.each([
  ['ines@florin.example', 'https://florin.example/pay/ines@florin.example'],
  ['a/b?c#d+e@florin.example', 'https://florin.example/pay/a%2Fb%3Fc%23d%2Be@florin.example'],
])('the payment link of %s keeps the address readable', (email, link) => {
  expect(paymentLink(origin, email)).toBe(link);
  expect(decodeURIComponent(new URL(link).pathname)).toBe(`/pay/${email}`);
});

test('a payment link contains the amount with all decimals and the note', () => {
  const amount = amountOf('EUR', 250_000n);
  expect(paymentLink(origin, 'i@f.example', { amount, note: '' })).toBe(
    'https://florin.example/pay/i@f.example?amount=2500.00&currency=EUR',
  );
  const link = paymentLink(origin, 'i@f.example', { amount, note: 'Café & cake' });
  expect(new URL(link).searchParams.get('note')).toBe('Café & cake');
});

test('a request link contains the request id', () => {
  expect(requestLink(origin, { id: '42', requester: { email: 'i@f.example' } })).toBe(
    'https://florin.example/pay/i@f.example?request=42',
  );
});
