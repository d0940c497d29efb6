import { expect, test } from 'vitest';
import { bodyOf, emptyKey, faultsFrom, faultsOf } from './read-key-form.ts';

const payroll = { ...emptyKey, name: ' Payroll ', scopes: ['payments:write'] as const };

test('the key form needs a name and a scope', () => {
  expect(faultsOf(emptyKey)).toEqual({ name: 'Enter a name.', scopes: 'Choose at least one scope.' });
  expect(faultsOf(payroll)).toEqual({});
});

test('a key for payments without confirmation needs a cap per day', () => {
  expect(faultsOf({ ...payroll, confirmed: true })).toEqual({ day: 'Enter a cap per day.' });
  expect(faultsOf({ ...payroll, confirmed: true, day: '50' })).toEqual({});
});

test('the key form names an unreadable recipient', () => {
  expect(faultsOf({ ...payroll, recipients: 'ines@example.com, jonas' })).toEqual({
    recipients: 'jonas is not an email address.',
  });
});

test('the key form sends trimmed lists, caps and no expiry', () => {
  const draft = { ...payroll, day: '1000', wallet: 'EUR', recipients: 'a@b.example\nc@d.example', expires: '' };
  expect(bodyOf(draft)).toEqual({
    name: 'Payroll',
    scopes: ['payments:write'],
    wallet: 'EUR',
    networks: [],
    expires_at: null,
    recipients: ['a@b.example', 'c@d.example'],
    caps: { payment: null, day: '1000', month: null },
    confirmed_payments: false,
  });
});

test('a key that cannot send has no payment limits', () => {
  expect(bodyOf({ ...payroll, scopes: ['balances:read'], day: '5' })).not.toHaveProperty('caps');
});

test('server errors appear at the fields of the key form', () => {
  expect(faultsFrom({ caps: 'Set a cap.', 'networks.0': 'Invalid', expires_at: 'Too early.' })).toEqual({
    day: 'Set a cap.',
    networks: 'Enter addresses such as 203.0.113.7 or networks such as 203.0.113.0/24.',
    expires: 'Too early.',
  });
});
