import { expect, test } from 'vitest';
import { transactionOf } from '../../test/transaction-of.ts';
import { titleOf, unnamedParty } from './transaction-title.ts';

test.each([
  [{ type: 'send' as const, to: 'bo@x.example' }, 'Sent to bo@x.example'],
  [{ type: 'receive' as const, from: 'bo@x.example' }, 'Received from bo@x.example'],
  [{ type: 'buy_crypto' as const, crypto: 'BTC' }, 'Bought BTC'],
  [{ type: 'sell_crypto' as const }, 'Sold coins'],
])('a transaction without a description gets a title from %j', (given, title) => {
  expect(titleOf(transactionOf({ description: ' ', ...given }))).toBe(title);
});

test('a transaction without a name shows the recipient’s address once', () => {
  const { counterparty: _, ...unnamed } = transactionOf({ description: 'Rent', to: 'bo@x.example' });
  expect(unnamedParty(unnamed)).toBe('To bo@x.example');
  expect(unnamedParty({ ...unnamed, description: 'Sent to bo@x.example' })).toBeUndefined();
  expect(unnamedParty({ ...unnamed, description: '' })).toBeUndefined();
  expect(unnamedParty({ ...unnamed, counterparty: 'Bo' })).toBeUndefined();
});
