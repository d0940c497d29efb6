import { amountOf } from '@florin/money';
import { expect, test } from 'vitest';
import { readPayLink } from './pay-link.ts';

const email = 'ines@florin.example';
const emptyLink = { email, amount: undefined, currency: undefined, note: '', amountUnreadable: false };

test.each([
  [{ email: 'Ines@Florin.example ' }, emptyLink],
  [
    { email, currency: 'GBP' },
    { ...emptyLink, currency: 'GBP' },
  ],
  [
    { email, amount: '64' },
    { ...emptyLink, amount: amountOf('USD', 6400n), currency: 'USD' },
  ],
  [
    { email, amount: '25.5', currency: 'eur' },
    { ...emptyLink, amount: amountOf('EUR', 2550n), currency: 'EUR' },
  ],
  [
    { email, note: 'x'.repeat(300) },
    { ...emptyLink, note: 'x'.repeat(200) },
  ],
  [
    { email, note: ' Rent \u202eyadoT ' },
    { ...emptyLink, note: 'Rent yadoT' },
  ],
])('readPayLink parses %j', (parts, link) => {
  expect(readPayLink(parts)).toEqual(link);
});

test.each([
  { amount: '0' },
  { amount: '-5' },
  { amount: '1.005' },
  { amount: '1e3' },
  { amount: 'a lot' },
  { amount: '1234567890123' },
  { amount: '64', currency: 'JPY' },
])('readPayLink marks the amount of %j as unreadable', (parts) => {
  expect(readPayLink({ email, ...parts })).toMatchObject({ amount: undefined, amountUnreadable: true });
});

test.each(['ines', 'ines@florin', '@florin.example', 'a b@c.example', ''])(
  'readPayLink rejects the address "%s"',
  (address) => {
    expect(readPayLink({ email: address, amount: '64' })).toBeUndefined();
  },
);
