import { digestUuid } from '../../../platform/digest.ts';
import type { Queryable } from '../../../platform/database/pool.ts';
import type { JournalEntry, Ledger } from '../../../ledger/index.ts';
import { prepareTaking, takeBack } from '../../receivables/index.ts';
import type { Charge } from '../charge-store.ts';
import { cardReturnedPostings } from '../postings.ts';
import { cardReturnedKind } from './card-movements.ts';
import type { UnbookedTransaction } from './transaction-store.ts';

const keyOf = ({ id }: UnbookedTransaction) => digestUuid('card-transaction', id);

/**
 * Prepares to take the money of a refund or dispute from the member whose charge was credited. The missing amount
 * becomes a receivable.
 */
export async function takeCardPaymentBack(
  ledger: Ledger,
  charge: Charge,
  transaction: UnbookedTransaction,
): Promise<(tx: Queryable, following: readonly JournalEntry[]) => Promise<void>> {
  const { asset, units } = transaction.paid;
  const taking = {
    key: keyOf(transaction),
    userId: charge.userId,
    amount: { asset, units: -units },
    cause: transaction.kind === 'dispute' ? 'dispute' : 'refund',
    line: undefined,
    payer: charge.label,
  } as const;
  const accounts = await prepareTaking(ledger, taking, await ledger.houseId('card-clearing', asset));
  return (tx, following) => takeBack(tx, ledger, taking, accounts, following);
}

/**
 * Returns the entry of money that came back from a dispute that was won, or from a refund that failed. If the member
 * owes money for the refund or dispute, the wallet pays this debt next.
 *
 * @param isClosed true if the wallet takes no entry any more
 */
export async function returnCardPayment(
  ledger: Ledger,
  charge: Charge,
  transaction: UnbookedTransaction,
  isClosed: boolean,
): Promise<JournalEntry> {
  const { asset, units } = transaction.paid;
  const [cardClearing, wallet] = await Promise.all([
    ledger.houseId('card-clearing', asset),
    isClosed ? ledger.houseId('unallocated', asset) : ledger.walletId(charge.userId, asset),
  ]);
  return {
    key: keyOf(transaction),
    requestHash: 0n,
    actor: charge.userId,
    kind: cardReturnedKind,
    metadata: { method: charge.label, because: transaction.kind, source: transaction.source },
    postings: cardReturnedPostings({ cardClearing, wallet }, units),
  };
}
