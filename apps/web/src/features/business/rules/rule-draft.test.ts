import { defaultPaymentRules, type PaymentRule } from '@florin/contract';
import { expect, test } from 'vitest';
import { draftOf, freeName, readDraft } from './rule-draft.ts';

const full: PaymentRule = {
  name: 'suppliers',
  over: '1000.50',
  per_month: '20000',
  currency: 'EUR',
  recipients: 'unlisted',
  list: ['flour@mill.example', 'shop@florin.example'],
  roles: ['payer'],
  keys: true,
  effect: 'approve',
  approvals: 2,
  approvers: ['owner', 'admin'],
};

test.each([...defaultPaymentRules, full])('the rule form keeps the rule $name unchanged', (rule) => {
  expect(readDraft(rule.name, draftOf(rule))).toEqual({ rule });
});

test('a refusing rule has no approvals', () => {
  const draft = { ...draftOf(full), effect: 'refuse' as const, recipients: '' as const };
  const { approvals, approvers, recipients, list, ...rest } = full;
  expect(readDraft('suppliers', draft)).toEqual({ rule: { ...rest, effect: 'refuse' } });
  expect([approvals, approvers?.length, recipients, list?.length]).toEqual([2, 2, 'unlisted', 2]);
});

test('the rule form says which amounts and addresses are wrong', () => {
  const draft = { ...draftOf(full), over: '12.345', total: 'much', list: 'flour@mill.example\nnot-an-address' };
  expect(readDraft('suppliers', draft)).toEqual({
    errors: {
      over: 'Enter an amount in US dollars, such as 1000.',
      total: 'Enter an amount in US dollars, such as 1000.',
      list: 'not-an-address is not an email address.',
    },
  });
  expect(readDraft('suppliers', { ...draft, over: '1,000', total: '', list: ' ' })).toEqual({
    errors: { list: 'Enter at least one email address.' },
  });
});

test('a new rule gets a unique name', () => {
  expect(freeName([{ name: 'large' }, { name: 'rule-3' }])).toBe('rule-4');
});
