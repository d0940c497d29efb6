import type { Amount } from '@florin/money';
import { houseOwner, type JournalEntry, type Ledger } from '../../../ledger/index.ts';
import type { Queryable } from '../../../platform/database/pool.ts';
import { digestUuid } from '../../../platform/digest.ts';
import type { Charge } from '../charge-store.ts';
import { cardFeePostings, convertedPostings, ownCardPostings } from '../postings.ts';
import { returnCardPayment, takeCardPaymentBack } from './take-back.ts';
import type { UnbookedTransaction } from './transaction-store.ts';

type About = {
  /** The charge of a payment, refund or dispute, if the charge is ours. The charge has ended. */
  readonly charge: Charge | undefined;
  /** The member closed the account. */
  readonly isClosed: boolean;
};

type Bookings = {
  /**
   * Takes money from a member, and also locks the accounts of the entries. Must be called first in the transaction,
   * because the call locks the member.
   */
  readonly taking?: (tx: Queryable, entries: readonly JournalEntry[]) => Promise<void>;
  readonly entries: readonly JournalEntry[];
};

/**
 * Returns the entry of a movement. A credited charge is already in the books. Other movements are the owners' money,
 * where a refunded charge and its refund add up to zero.
 */
export async function entriesOf(
  ledger: Ledger,
  transaction: UnbookedTransaction,
  { charge, isClosed }: About,
): Promise<Bookings> {
  const { kind, amount, fee } = transaction;
  const fees = fee - (kind === 'fee' ? amount.units : 0n);
  const ofFees = fees === 0n ? [] : [await feeEntry(ledger, transaction, fees)];
  if (kind === 'fee' || kind === 'payout') return { entries: ofFees };
  // A refund that failed is the member's money, even if the charge was never credited.
  const isFailedRefund = charge !== undefined && kind === 'refund' && amount.units > 0n;
  if (charge?.state !== 'posted' && !isFailedRefund) {
    const own = amount.units === 0n ? [] : [await ownEntry(ledger, transaction)];
    return { entries: [...own, ...ofFees] };
  }
  const converted = transaction.paid.asset === amount.asset ? [] : [await conversion(ledger, transaction)];
  if (kind === 'charge') return { entries: [...converted, ...ofFees] };
  if (transaction.paid.units < 0n)
    return {
      taking: await takeCardPaymentBack(ledger, charge, transaction),
      entries: [...converted, ...ofFees],
    };
  const returned = await returnCardPayment(ledger, charge, transaction, isClosed);
  return { entries: [returned, ...converted, ...ofFees] };
}

async function feeEntry(ledger: Ledger, { id, amount }: UnbookedTransaction, units: bigint): Promise<JournalEntry> {
  const [cardClearing, other] = await houseAccounts(ledger, amount, 'card-fees');
  return houseEntry('card-fee', id, cardFeePostings({ cardClearing, other }, units));
}

async function ownEntry(ledger: Ledger, { id, amount }: UnbookedTransaction): Promise<JournalEntry> {
  const [cardClearing, other] = await houseAccounts(ledger, amount, 'own-funds');
  return houseEntry('card-transaction', id, ownCardPostings({ cardClearing, other }, amount.units));
}

async function conversion(ledger: Ledger, { id, amount: settled, paid }: UnbookedTransaction): Promise<JournalEntry> {
  const [paidClearing, paidExchange] = await houseAccounts(ledger, paid, 'exchange');
  const [settledClearing, settledExchange] = await houseAccounts(ledger, settled, 'exchange');
  const accounts = { paidClearing, paidExchange, settledClearing, settledExchange };
  return houseEntry('card-conversion', id, convertedPostings(accounts, { paid, settled }));
}

const houseAccounts = (ledger: Ledger, { asset }: Amount, other: 'card-fees' | 'own-funds' | 'exchange') =>
  Promise.all([ledger.houseId('card-clearing', asset), ledger.houseId(other, asset)]);

const houseEntry = (kind: string, id: string, postings: JournalEntry['postings']): JournalEntry => ({
  key: digestUuid(kind, id),
  requestHash: 0n,
  actor: houseOwner,
  kind,
  metadata: { transaction: id },
  postings,
});
