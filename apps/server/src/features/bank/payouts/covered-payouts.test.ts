import { expect, test } from 'vitest';
import { coverableByHand, coveredPayouts, type BatchPayout } from './covered-payouts.ts';

const payout = (id: string, amount: bigint, more: Partial<BatchPayout> = {}): BatchPayout => ({
  id,
  amount,
  state: 'sent',
  isRejected: false,
  hasDebit: false,
  hasCredit: false,
  ...more,
});
const paid = { state: 'settled', hasDebit: true } as const;
const open = [payout('a', 10n), payout('b', 20n), payout('c', 30n)];
const rejected = [payout('a', 10n), payout('b', 20n, { isRejected: true }), payout('c', 30n, { state: 'returned' })];

test.each<[string, bigint, BatchPayout[], string[] | undefined]>([
  ['the whole file', -60n, open, ['a', 'b', 'c']],
  ['another amount', -59n, open, undefined],
  ['one payout of the batch, which may be chance', -10n, open, undefined],
  ['the file without rejected payouts', -10n, rejected, ['a']],
  ['the whole file with rejected payouts', -60n, rejected, ['a', 'b', 'c']],
  [
    'a payout that came back before its debit, next to rejected ones',
    -20n,
    [payout('a', 10n, { isRejected: true }), payout('b', 20n, { state: 'returned', hasCredit: true })],
    ['b'],
  ],
  ['the rest after single lines', -30n, [payout('a', 10n, paid), payout('b', 30n)], ['b']],
  ['nothing, because all is paid', -60n, open.map((one) => ({ ...one, ...paid })), undefined],
  ['nothing at all', 0n, open, undefined],
  [
    'the sum that comes back for rejected payouts',
    50n,
    rejected.map((one) => ({ ...one, hasDebit: true })),
    ['b', 'c'],
  ],
  ['the whole batch that comes back', 60n, open.map((one) => ({ ...one, ...paid })), ['a', 'b', 'c']],
  [
    'a sum that came back before',
    10n,
    [payout('a', 10n, { state: 'returned', hasDebit: true, hasCredit: true })],
    undefined,
  ],
  ['a credit for payouts that were never paid', 60n, open, undefined],
])('finds the payouts of a line over %s', (_, amount, payouts, ids) => {
  expect(coveredPayouts(amount, payouts)).toEqual(ids);
});

test('an operator connects incoming money only with payouts that already came back', () => {
  const settled = open.map((one) => ({ ...one, ...paid }));
  expect(coveredPayouts(60n, coverableByHand(60n, settled))).toBeUndefined();
  expect(coveredPayouts(-60n, coverableByHand(-60n, open))).toEqual(['a', 'b', 'c']);
});
