import type { FiatCode } from '@florin/money';
import type { JournalEntry, Ledger } from '../../../ledger/index.ts';
import { latePayoutPostings } from '../postings.ts';
import { lateReturnKind } from './late-return.ts';

/** A paid withdrawal that came back. */
export type LateReturn = {
  /** The key of the entry, which is posted once. */
  readonly key: string;
  readonly hold: bigint;
  readonly userId: string;
  readonly amount: bigint;
  readonly currency: FiatCode;
  readonly reason: string;
};

/** Returns the entry that returns a paid withdrawal to the member, with its draws on the member's limits. */
export async function lateReturnEntry(
  ledger: Ledger,
  { key, hold, userId, amount, currency, reason }: LateReturn,
): Promise<JournalEntry> {
  const [clearing, wallet] = await Promise.all([
    ledger.houseId('bank-clearing', currency),
    ledger.walletId(userId, currency),
  ]);
  return {
    key,
    requestHash: 0n,
    actor: userId,
    kind: lateReturnKind,
    metadata: { hold: String(hold), reason },
    postings: latePayoutPostings(clearing, wallet, amount),
    draws: await ledger.drawsToReturn(hold),
  };
}
