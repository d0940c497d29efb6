import { expect } from 'vitest';
import type { Member } from '../members.ts';
import type { LedgerEngine } from './ledger-engines.ts';
import type { Sent } from './orders.ts';

/** Balances in cents, by member. */
export type Wallets = ReadonlyMap<string, bigint>;

export async function walletsIn(engines: readonly LedgerEngine[], crowd: readonly Member[]): Promise<Wallets> {
  const wallets = new Map<string, bigint>();
  for (const { ownerPool } of engines) {
    const { rows } = await ownerPool.query<{ owner: string; posted: bigint }>(
      `select owner, posted from own_books.present_accounts where kind = 'wallet' and asset = 'USD' and owner = any ($1)`,
      [crowd.map(({ id }) => id)],
    );
    for (const { owner, posted } of rows) {
      expect(wallets.has(owner), 'a wallet is in one ledger').toBe(false);
      wallets.set(owner, posted);
    }
  }
  return wallets;
}

/** Expects that each member has the balance that follows from the answers. */
export async function expectSameBalances(
  engines: readonly LedgerEngine[],
  crowd: readonly Member[],
  { before, sent }: { readonly before: Wallets; readonly sent: readonly Sent[] },
) {
  const expected = new Map(before);
  const idOf = new Map(crowd.map(({ email, id }) => [email, id]));
  const add = (id: string, units: bigint) => expected.set(id, (expected.get(id) ?? 0n) + units);
  for (const { payer, payee, debit, credit } of sent) {
    add(payer.id, -debit);
    add(idOf.get(payee) ?? payee, credit);
  }
  expect(await walletsIn(engines, crowd)).toEqual(expected);
}

type Entry = { readonly key: string; readonly is_second: boolean; readonly leaves: boolean };

/** Expects one entry for each send, one second half for each send to another ledger, and no other sends. */
export async function expectEachOnce(engines: readonly LedgerEngine[], sent: readonly Sent[]) {
  const keys = new Set(sent.map(({ entryKey }) => entryKey));
  expect(keys.size, 'each send has its own key').toBe(sent.length);
  const posted = new Set<string>();
  let [left, arrived] = [0, 0];
  for (const { ownerPool } of engines) {
    const { rows } = await ownerPool.query<Entry>(
      `select key, metadata ? 'first_half' as is_second, metadata ? 'onward' as leaves
       from ledger.journal_entries where kind in ('send', 'send-returned')`,
    );
    arrived += rows.filter((row) => row.is_second).length;
    left += rows.filter((row) => row.leaves).length;
    for (const { key } of rows.filter((row) => !row.is_second)) {
      expect(posted.has(key), `the key ${key} is posted once`).toBe(false);
      posted.add(key);
    }
  }
  expect(posted, 'each send is in one ledger, and there is no other').toEqual(keys);
  expect(arrived, 'each send to another ledger arrived once').toBe(left);
}
