import type { Transaction } from '@florin/contract';

const dollars: Transaction = {
  id: '3-9',
  type: 'send',
  status: 'completed',
  currency: 'USD',
  amount: -102,
  amount_exact: '-102.00',
  fee: 2,
  fee_exact: '2.00',
  counter_amount: 100,
  counter_amount_exact: '100.00',
  counter_currency: 'USD',
  date: new Date().toISOString(),
  description: 'Sent to Jonas Weber',
  timeline: [{ step: 'completed', at: new Date().toISOString() }],
  can_cancel: false,
};

/** Returns Ines's payment of $100.00 to Jonas. Tests override fields. */
export const transactionOf = (given: Partial<Transaction> = {}): Transaction => ({
  ...dollars,
  counterparty: 'Jonas Weber',
  to: 'jonas.weber@florin.example',
  balance_after: 1,
  balance_after_exact: '1.00',
  ...given,
});

/** Returns a pending deposit of $100.00 from Ines's bank. */
export const bankDepositOf = (given: Partial<Transaction> = {}): Transaction => ({
  ...dollars,
  id: 'h33',
  type: 'deposit',
  status: 'pending',
  description: 'Added from Bank account •••• 6789',
  payment_method: 'Bank account •••• 6789',
  amount: 0,
  amount_exact: '0.00',
  fee: 0,
  fee_exact: '0.00',
  ...given,
});

/** Returns Ines's held payment of $25.00 to an address without an account. */
export const heldSendOf = (given: Partial<Transaction> = {}): Transaction => ({
  ...dollars,
  id: 'h41',
  status: 'pending',
  description: 'Sent to nina.berg@florin.example',
  counterparty: 'nina.berg@florin.example',
  to: 'nina.berg@florin.example',
  amount: -25.5,
  amount_exact: '-25.50',
  fee: 0.5,
  fee_exact: '0.50',
  counter_amount: 25,
  counter_amount_exact: '25.00',
  timeline: [
    { step: 'started', at: new Date().toISOString() },
    { step: 'completed', at: null },
  ],
  can_cancel: true,
  expires_at: '2026-12-21T09:00:00.000Z',
  ...given,
});

/** Returns a pending withdrawal of €50.00 that has not reached Ines's bank. */
export const withdrawalOf = (given: Partial<Transaction> = {}): Transaction => ({
  ...dollars,
  id: 'h52',
  type: 'withdrawal',
  status: 'pending',
  currency: 'EUR',
  description: 'Withdrawn to Bank account •••• 6789',
  payment_method: 'Bank account •••• 6789',
  amount: -50,
  amount_exact: '-50.00',
  fee: 0,
  fee_exact: '0.00',
  counter_amount: 50,
  counter_amount_exact: '50.00',
  counter_currency: 'EUR',
  timeline: [
    { step: 'started', at: new Date().toISOString() },
    { step: 'sent_to_bank', at: null },
    { step: 'completed', at: null },
  ],
  can_cancel: true,
  ...given,
});
