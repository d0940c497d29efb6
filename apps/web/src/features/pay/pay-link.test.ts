import { amountOf } from '@florin/money';
import { expect, test } from 'vitest';
import { readPayLink } from './pay-link.ts';

const email = 'ines@florin.example';
const free = { email, amount: undefined, currency: undefined, note: '', amountUnreadable: false };

test.each([
  [{ email: 'Ines@Florin.example ' }, free],
  [
    { email, currency: 'GBP' },
    { ...free, currency: 'GBP' },
  ],
  [
    { email, amount: '64' },
    { ...free, amount: amountOf('USD', 6400n), currency: 'USD' },
  ],
  [
    { email, amount: '25.5', currency: 'eur' },
    { ...free, amount: amountOf('EUR', 2550n), currency: 'EUR' },
  ],
  [
    { email, note: 'x'.repeat(300) },
    { ...free, note: 'x'.repeat(200) },
  ],
  [
    { email, note: ' Rent \u202eyadoT ' },
    { ...free, note: 'Rent yadoT' },
  ],
])('%j is read', (written, read) => {
  expect(readPayLink(written)).toEqual(read);
});

test.each([
  { amount: '0' },
  { amount: '-5' },
  { amount: '1.005' },
  { amount: '1e3' },
  { amount: 'a lot' },
  { amount: '1234567890123' },
  { amount: '64', currency: 'JPY' },
])('%j is not an amount', (asked) => {
  expect(readPayLink({ email, ...asked })).toMatchObject({ amount: undefined, amountUnreadable: true });
});

test.each(['ines', 'ines@florin', '@florin.example', 'a b@c.example', ''])('"%s" is nobody’s address', (nobody) => {
  expect(readPayLink({ email: nobody, amount: '64' })).toBeUndefined();
});
