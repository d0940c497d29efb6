import type { Amount } from '@florin/money';
import { withoutZeros, type AccountId, type Posting } from '../../ledger/index.ts';

type Side = { readonly wallet: AccountId; readonly exchange: AccountId };

/**
 * All postings of an exchange (docs/develop/money-flows.md). The house takes one currency and pays the other currency.
 */
export const exchangePostings = (
  { from, to, fees }: { from: Side; to: Side; fees: AccountId },
  { amount, fee, total, received }: { amount: Amount; fee: Amount; total: Amount; received: Amount },
): Posting[] =>
  withoutZeros([
    { account: from.wallet, units: -total.units },
    { account: from.exchange, units: amount.units },
    { account: fees, units: fee.units },
    { account: to.exchange, units: -received.units },
    { account: to.wallet, units: received.units },
  ]);
