import { randomUUID } from 'node:crypto';
import type { FiatCode } from '@florin/money';
import { findUnownedMoney } from '../src/features/bank/desk/find-unowned-money.ts';
import { cardReturned } from '../src/features/funding/index.ts';
import type { TestApp } from './test-app.ts';

type Given = { readonly owner: string; readonly units: bigint; readonly currency?: FiatCode };

/** Makes money of a card payment come back to a closed account. Returns the id of the unallocated money. */
export async function unownedMoney(
  { app, database }: Pick<TestApp, 'app' | 'database'>,
  { owner, units, currency = 'EUR' }: Given,
): Promise<string> {
  const { ledger } = app.dependencies;
  const [clearing, unallocated] = [
    await ledger.houseId('card-clearing', currency),
    await ledger.houseId('unallocated', currency),
  ];
  const postings = [
    { account: clearing, units: -units },
    { account: unallocated, units },
  ];
  const entry = { key: randomUUID(), requestHash: 0n, actor: owner, kind: cardReturned.kind, metadata: {}, postings };
  const { entryId } = await ledger.post(entry, {});
  await findUnownedMoney(database.pool);
  return String(entryId);
}
