import { amountOf, type FiatCode } from '@florin/money';
import { houseOwner, type JournalEntry, type Ledger } from '../../../ledger/index.ts';
import type { Pool } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { digestUuid } from '../../../platform/digest.ts';
import type { CardProcessor } from '../../../providers/card-processor/card-processor.ts';
import { ownCardPostings } from '../postings.ts';
import { readingOf, storeOpening, storeTransactions, type Reading } from './transaction-store.ts';

type Dependencies = { readonly pool: Pool; readonly ledger: Ledger; readonly cards: CardProcessor };

const attempts = 5;
/** Movements of this time are marked as known, so that none of them counts twice. */
const recentMs = 60 * 60_000;

/**
 * Begins to read the balance at the card processor. The money there belongs to the owners. Several nodes do this once.
 */
export async function openReading(dependencies: Dependencies): Promise<Reading> {
  const { pool, ledger } = dependencies;
  const openedAt = new Date(Date.now() - recentMs);
  const { recent, sums } = await quietBalance(dependencies, openedAt);
  const entries = await Promise.all([...sums].map(([asset, units]) => openingEntry(ledger, amountOf(asset, units))));
  await transact(pool, async (tx) => {
    if (!(await storeOpening(tx, openedAt))) return;
    await storeTransactions(tx, recent, { booked: true });
    await ledger.lockWithin(tx, entries);
    for (const entry of entries) await ledger.postWithin(tx, entry, {});
  });
  return (await readingOf(pool)) ?? { openedAt, readUntil: openedAt };
}

/** Returns the balance at a moment without movements, and the recent movements that are part of this balance. */
async function quietBalance({ cards }: Dependencies, since: Date) {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const before = await cards.transactionsSince(since);
    const amounts = await cards.balance();
    const recent = await cards.transactionsSince(since);
    if (recent.length === before.length) return { recent, sums: sumsOf(amounts) };
  }
  throw new Error('The balance at the card processor is still changing. The job tries again.');
}

function sumsOf(amounts: Awaited<ReturnType<CardProcessor['balance']>>): ReadonlyMap<FiatCode, bigint> {
  const sums = new Map<FiatCode, bigint>();
  for (const { asset, units } of amounts) sums.set(asset, (sums.get(asset) ?? 0n) + units);
  return new Map([...sums].filter(([, units]) => units !== 0n));
}

async function openingEntry(
  ledger: Ledger,
  { asset, units }: ReturnType<typeof amountOf<FiatCode>>,
): Promise<JournalEntry> {
  const [cardClearing, other] = await Promise.all([
    ledger.houseId('card-clearing', asset),
    ledger.houseId('own-funds', asset),
  ]);
  return {
    key: digestUuid('card-opening', asset),
    requestHash: 0n,
    actor: houseOwner,
    kind: 'card-opening',
    metadata: {},
    postings: ownCardPostings({ cardClearing, other }, units),
  };
}
