import { negate, zero } from '@florin/money';
import type { MovementKind } from '../activity/index.ts';

export const depositTakenBackKind = 'deposit-taken-back';
export const receivablePaidKind = 'receivable-paid';

/** Describes the part of a returned deposit that the balance covered, for the history. */
export const depositTakenBack: MovementKind = {
  kind: depositTakenBackKind,
  debit: 'taken_back',
  people: () => [],
  describe: ({ amount, metadata: { payer, cause, deposit, missing } }) => ({
    description: payer === undefined ? 'Deposit taken back' : `Deposit from ${payer} taken back`,
    fee: zero(amount.asset),
    counter: negate(amount),
    reason: [
      reasons[cause ?? ''] ?? 'The bank took the money back.',
      ...(missing === undefined
        ? []
        : [`The deposit was ${deposit} ${amount.asset}. Your balance did not cover ${missing} ${amount.asset} of it.`]),
    ].join(' '),
  }),
};

const reasons: Readonly<Record<string, string>> = {
  recall: 'The payer’s bank asked for the money back.',
  refund: 'The card payment was refunded.',
  dispute: 'The cardholder disputes the card payment.',
};

/** Describes money that paid a receivable, for the history. */
export const receivablePaid: MovementKind = {
  kind: receivablePaidKind,
  debit: 'taken_back',
  people: () => [],
  describe: ({ amount, metadata: { left } }) => ({
    description: 'Paid what you owed for a deposit that was taken back',
    fee: zero(amount.asset),
    counter: negate(amount),
    reason: left === undefined ? 'You owe nothing more for it.' : `You still owe ${left} ${amount.asset} for it.`,
  }),
};
