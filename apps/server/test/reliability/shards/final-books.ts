import { expect } from 'vitest';
import type { Member } from '../members.ts';
import type { LedgerEngine } from './ledger-engines.ts';
import { homeOf, type Sent } from './orders.ts';

/** Balances in cents, by member. */
export type Wallets = ReadonlyMap<string, bigint>;

export async function walletsIn(engines: readonly LedgerEngine[], crowd: readonly Member[]): Promise<Wallets> {
  const wallets = new Map<string, bigint>();
  for (const { ownerPool } of engines) {
    const { rows } = await ownerPool.query<{ owner: string; posted: bigint }>(
      `select owner, posted from ledger.accounts where kind = 'wallet' and asset = 'USD' and owner = any ($1)`,
      [crowd.map(({ id }) => id)],
    );
    for (const { owner, posted } of rows) {
      expect(wallets.has(owner), 'a wallet is in one ledger').toBe(false);
      wallets.set(owner, posted);
    }
  }
  return wallets;
}

/** Expects that each member has what the answers say. */
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

/** Expects one entry in the payer's ledger for each send, one second half for each that leaves it, and no other sends. */
export async function expectEachOnce(engines: readonly LedgerEngine[], sent: readonly Sent[]) {
  const homes = new Map(sent.map(({ entryKey, payer }) => [entryKey, homeOf(payer, engines.length)]));
  expect(homes.size, 'each send has its own key').toBe(sent.length);
  const posted = new Map<string, number>();
  let [left, arrived] = [0, 0];
  for (const { number, ownerPool } of engines) {
    const { rows } = await ownerPool.query<Entry>(
      `select key, metadata ? 'first_half' as is_second, metadata ? 'onward' as leaves
       from ledger.journal_entries where kind in ('send', 'send-returned')`,
    );
    arrived += rows.filter((row) => row.is_second).length;
    left += rows.filter((row) => row.leaves).length;
    for (const { key } of rows.filter((row) => !row.is_second)) {
      expect(posted.has(key), `the key ${key} is posted once`).toBe(false);
      posted.set(key, number);
    }
  }
  expect(posted, 'each send is in the ledger of its payer, and there is no other').toEqual(homes);
  expect(arrived, 'each send to another ledger arrived once').toBe(left);
}
