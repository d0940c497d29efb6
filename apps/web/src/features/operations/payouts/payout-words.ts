import type { BatchPayment, PaymentBatch, PayoutScheme } from '@florin/contract';
import { formatAmount } from '@florin/money';
import { fromExact } from '../../../api/exact.ts';

export const schemeWords: Record<PayoutScheme, string> = {
  sepa: 'SEPA',
  'sepa-instant': 'SEPA Instant',
  'gbp-domestic': 'UK domestic',
  nacha: 'NACHA (ACH)',
  'usd-cross-border': 'US wire',
};

type State = { readonly words: string; readonly tone: 'ok' | 'wait' | 'over' };

export const stateWords: Record<PaymentBatch['state'], State> = {
  proposed: { words: 'Waits for approval', tone: 'wait' },
  approved: { words: 'Being written', tone: 'wait' },
  written: { words: 'Ready for the bank', tone: 'wait' },
  sent: { words: 'Given to the bank', tone: 'ok' },
  refused: { words: 'Refused', tone: 'over' },
};

export const paymentWords: Record<BatchPayment['state'], string> = {
  batched: 'Not given to the bank',
  dropped: 'Dropped: canceled or frozen before the approval',
  sent: 'In the file',
  settled: 'Settled',
  returned: 'Returned',
};

/** Returns `1 payout` or `3 payouts`. */
export const payoutsText = (count: number): string => (count === 1 ? '1 payout' : `${count} payouts`);

/** Returns the sum of a batch, such as `€120.00`. */
export const totalOf = ({ currency, total_exact: exact }: PaymentBatch): string =>
  formatAmount(fromExact(currency, exact));

/** Returns the outcomes of the payouts of a batch: `2 settled, 1 returned, 1 dropped`. */
export const outcomeOf = ({ settled, returned, dropped }: PaymentBatch): string =>
  [settled > 0 && `${settled} settled`, returned > 0 && `${returned} returned`, dropped > 0 && `${dropped} dropped`]
    .filter(Boolean)
    .join(', ');

/**
 * Returns why operators must check the payments of an approved batch, and what to do. Returns undefined without a
 * reason, and after all payouts have ended.
 */
export function checkText({ state, reason, count, settled, returned }: PaymentBatch): string | undefined {
  if (reason === null || settled + returned >= count) return undefined;
  switch (state) {
    case 'approved':
    case 'written':
      return `${reason} Check its payments before the file goes to the bank.`;
    case 'sent':
      return `${reason} Check its payments, and ask the bank to stop any that are wrong.`;
    case 'proposed':
    case 'refused':
      return undefined;
  }
}

/** The number of characters of a SHA-256 that the list shows. */
export const shownHashLength = 12;
