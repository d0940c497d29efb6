import type { MoneyWithoutLine, UnallocatedLine } from '@florin/contract';
import { formatAmount, isMoreThan, usdEquivalentCeil, type Amount, type FiatCode } from '@florin/money';
import { fromExact } from '../../../api/exact.ts';
import { policy } from '../../../api/policy.ts';

/** The reasons why a line belongs to no member. */
export const reasonWords: Record<UnallocatedLine['reason'], string> = {
  no_reference: 'The text has no member’s payment reference.',
  several_references: 'The text has the payment references of several members.',
  account_closed: 'The member’s account is closed.',
  account_frozen: 'The member’s account is frozen.',
  other_payer: 'The payer’s name differs from the member’s.',
  return_to_payer: 'The payer’s name differs from the member’s. By your rules, the money goes back.',
  reversal: 'The bank reversed an earlier line.',
  outgoing: 'The money went out, and it is not a charge of the bank.',
  batch_amount: 'The line names a payment batch, but the amounts do not add up.',
  payout_again: 'The bank already paid or returned this payout. Each payout is paid or returned only once.',
  payout_returned: 'The payout was rejected or returned, but the bank debited the money and has not given it back.',
  payout_not_debited: 'The payout came back, but the bank has not debited the money yet.',
  screening: 'The payer’s name resembles one on a sanctions list.',
  came_back: 'The money was returned to the payer, and came back.',
  recalled: 'The money was taken back from the member, because the bank asked for it.',
};

/** The sources of money without a statement line. */
export const sourceWords: Record<MoneyWithoutLine['source'], string> = {
  card: 'A card payment came back, and the account is closed.',
  transfer: 'The accounts of payer and receiver are closed.',
};

export type AmountOfBank = Pick<UnallocatedLine, 'currency' | 'amount_exact'>;

export const amountOfLine = ({ currency, amount_exact: exact }: AmountOfBank): Amount<FiatCode> =>
  fromExact(currency, exact);

/** Whether money is incoming. Operators can credit or return only incoming money. */
export const isIncoming = (line: AmountOfBank): boolean => amountOfLine(line).units > 0n;

/** Returns the unallocated money that a debit may have reversed: money of the same account and amount. */
export const takenBackBy = (debit: UnallocatedLine, lines: readonly UnallocatedLine[]): UnallocatedLine[] =>
  lines.filter(
    (line) =>
      line.account === debit.account &&
      line.returning === null &&
      line.proposal === null &&
      amountOfLine(line).units === -amountOfLine(debit).units,
  );

/** Acts above the policy's amount need a second operator. The server enforces this. */
export const needsSecondOperator = (line: AmountOfBank): boolean =>
  isMoreThan(usdEquivalentCeil(amountOfLine(line)), policy.thresholds.secondOperator);

export const sumOfLine = (line: AmountOfBank): string => formatAmount(amountOfLine(line));
