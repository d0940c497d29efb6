import { endpoints, type Endpoint } from '@florin/contract';
import { expect, test } from 'vitest';
import { actionOf } from './step-up-words.ts';

const requestTo = ({ method, path }: Endpoint, body?: unknown) =>
  [
    `/api${path.replaceAll(/:\w+/g, 'one')}`,
    { method, ...(body !== undefined && { body: JSON.stringify(body) }) },
  ] as const;

test.each(Object.entries(endpoints).filter(([, { stepUp }]: [string, Endpoint]) => stepUp))(
  'actionOf describes the two-factor action %s',
  (_, endpoint) => {
    expect(actionOf(...requestTo(endpoint))).toMatch(/^[a-z]/);
  },
);

test.each([
  [{ amount: '800.00', currency: 'EUR', payment_method_id: 'b' }, 'withdraw €800.00'],
  [{ amount: 5, payment_method_id: 'b' }, 'withdraw $5.00'],
  [{ amount: 'much', payment_method_id: 'b' }, 'withdraw money'],
])('actionOf names the amount of the withdrawal %j', (body, words) => {
  expect(actionOf(...requestTo(endpoints.withdraw, body))).toBe(words);
});

test('actionOf names the amount and the recipient of a send', () => {
  const body = { recipient_email: 'jonas@florin.example', amount: '25.00', currency: 'GBP', note: 'Rent' };
  expect(actionOf(...requestTo(endpoints.sendMoney, body))).toBe('send £25.00 to jonas@florin.example');
});

test('actionOf names the new email address', () => {
  const body = { email: 'ines@elsewhere.example', current_password: 'double-entry' };
  expect(actionOf(...requestTo(endpoints.changeEmail, body))).toBe('change your email to ines@elsewhere.example');
});

test('actionOf returns undefined for another method on the same path', () => {
  expect(actionOf('/api/payment-methods', { method: 'GET' })).toBeUndefined();
});
