import type { Transaction } from '@florin/contract';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { bankDepositOf, heldSendOf, transactionOf, withdrawalOf } from '../../test/transaction-of.ts';
import { TransactionCells } from './transaction-row.tsx';

afterEach(cleanup);

function show(transaction: Transaction) {
  const { container } = render(<TransactionCells transaction={transaction} />);
  const amount = container.querySelector('.row-end');
  return {
    amount: amount?.textContent,
    second: container.querySelector('.row-subtitle')?.textContent.replace(/^Today, \d\d:\d\d/, ''),
    isStruck: amount?.querySelector('s') !== null,
    isMuted: amount?.querySelector('.row-about') !== null,
  };
}

const nothing = { amount: 0, amount_exact: '0.00' };

test.each<[string, Transaction, ReturnType<typeof show>]>([
  [
    'a completed payment',
    transactionOf(),
    { amount: '−$102.00 USD', second: ' · Completed', isStruck: false, isMuted: false },
  ],
  ['a held payment', heldSendOf(), { amount: '−$25.50 USD', second: ' · Pending', isStruck: false, isMuted: false }],
  [
    'a pending deposit',
    bankDepositOf(),
    { amount: '+$100.00 USD', second: ' · Pending', isStruck: false, isMuted: true },
  ],
  [
    'a returned deposit',
    bankDepositOf({ status: 'returned' }),
    { amount: '+$100.00 USD', second: ' · Returned', isStruck: true, isMuted: true },
  ],
  [
    'a canceled withdrawal',
    withdrawalOf({ ...nothing, status: 'cancelled' }),
    { amount: '−€50.00 EUR', second: ' · Canceled', isStruck: true, isMuted: true },
  ],
])('the row of %s shows the right amount, status and style', (_, transaction, shown) => {
  expect(show(transaction)).toEqual(shown);
});

// Rules: dashboard-15
test('a transaction of an unknown type has the icon of a sale', () => {
  const ringOf = (type: string) => {
    const transaction: Transaction = Object.assign(transactionOf(), { type });
    return render(<TransactionCells transaction={transaction} />).container.firstElementChild?.outerHTML;
  };
  expect(ringOf('something new')).toBe(ringOf('sell_crypto'));
  expect(ringOf('something new')).not.toBe(ringOf('send'));
});

// Rules: transactions-8
test.each([
  ['completed', 'Completed', 'positive'],
  ['pending', 'Pending', 'warn'],
  ['cancelled', 'Canceled', 'muted'],
  ['on hold', 'On hold', 'muted'],
])('the transaction row colors the status word: %s', (status, word, tone) => {
  const line = render(<TransactionCells transaction={Object.assign(transactionOf(), { status })} />);
  expect(line.getByText(word).className).toBe(tone);
});
