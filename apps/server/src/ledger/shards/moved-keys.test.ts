import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSeveralLedgers, type SeveralLedgers } from '../../../test/several-ledgers.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Posting } from '../entry.ts';
import { slotOf } from './ids.ts';
import { memberMoves } from './move-members.ts';

let several: SeveralLedgers;
beforeAll(async () => {
  several = await createSeveralLedgers(3);
});
afterAll(() => several.close());

async function move(owner: string, to: number) {
  const { giveSlots, moveMember } = memberMoves(several.pools, several.shards);
  await giveSlots([slotOf(owner)], to);
  return moveMember(owner);
}

const entryOf = (actor: string, postings: readonly Posting[]) => ({
  key: randomUUID(),
  requestHash: 1n,
  actor,
  kind: 'test',
  metadata: {},
  postings,
});

/** Moves both parties of a send to one ledger, and then the payer to each ledger. Repeats the send in each ledger. */
async function repeatInEach(order: 'recipient first' | 'payer first'): Promise<void> {
  const { ledger } = several;
  const [payer, recipient] = [randomUUID(), randomUUID()];
  await move(payer, 0);
  await move(recipient, 0);
  const [cash, from, to] = [
    await ledger.houseId('cash', 'USD'),
    await ledger.walletId(payer, 'USD'),
    await ledger.walletId(recipient, 'USD'),
  ];
  const funding = [
    { account: cash, units: -1_000n },
    { account: from, units: 1_000n },
  ];
  await ledger.post(entryOf(payer, funding), {});
  const send = entryOf(payer, [
    { account: from, units: -100n },
    { account: to, units: 100n },
  ]);
  const { entryId } = await ledger.post(send, {});
  const arriving = order === 'recipient first' ? [recipient, payer] : [payer, recipient];
  for (const member of arriving) await move(member, 1);
  for (const next of [2, 0, 1, 2]) {
    await move(payer, next);
    // Uses another node, because this one remembers where the send was posted.
    expect(await several.openNode().post(send, {})).toEqual({ outcome: 'duplicate', entryId });
  }
  expect(await ledger.balancesOf(payer)).toMatchObject([{ asset: 'USD', posted: 900n }]);
  await several.expectCleanBooks();
}

test.each([['recipient first'], ['payer first']] as const)(
  'a repeated send is a duplicate in each ledger that its payer moves to (%s)',
  repeatInEach,
);

test('a node with an outdated map does not post an entry twice, even among other entries', async () => {
  const [payer, neighbor] = [randomUUID(), randomUUID()];
  const { ledger } = several;
  for (const member of [payer, neighbor]) await move(member, 0);
  const [cash, from, to] = [
    await ledger.houseId('cash', 'USD'),
    await ledger.walletId(payer, 'USD'),
    await ledger.walletId(neighbor, 'USD'),
  ];
  const pay = (account: bigint) =>
    entryOf(payer, [
      { account: cash, units: -100n },
      { account, units: 100n },
    ]);
  const sentences = { insufficient: () => new Refusal('insufficient_balance', 'It is too little.') };
  const stale = several.openNode();
  for (let round = 0; round < 5; round++) {
    await move(payer, 0);
    await ledger.post(pay(from), {});
    await stale.houseId('cash', 'USD');
    await stale.post(pay(from), {});
    await move(payer, 1);
    const send = entryOf(payer, [
      { account: from, units: -100n },
      { account: to, units: 100n },
    ]);
    const { entryId } = await ledger.post(send, sentences);
    // The first entry is submitted immediately. The other entries wait in one batch, which pays the payer the amount of
    // the send.
    const entries = [pay(to), pay(from), send];
    const [, , repeated] = await Promise.all(entries.map((entry) => stale.post(entry, sentences)));
    expect(repeated).toEqual({ outcome: 'duplicate', entryId });
  }
  expect(await ledger.balancesOf(payer)).toMatchObject([{ asset: 'USD', posted: 1_000n }]);
  await several.expectCleanBooks();
});

test('the migration adds the keys that earlier moves of members left out', async () => {
  const [database] = several.databases;
  const missing = `select e.key from ledger.arrived_entries e
    where not exists (select from ledger.journal_entries own where own.key = e.key)
      and not exists (select from public.command_keys k where k.key = e.key)`;
  await repeatInEach('recipient first');
  await database?.ownerPool.query('delete from public.command_keys');
  expect((await database?.ownerPool.query(missing))?.rowCount).toBeGreaterThan(0);
  const sql = new URL('../../../database/migrations/0048-keys-of-arrived-entries.sql', import.meta.url);
  await database?.ownerPool.query(readFileSync(sql, 'utf8'));
  expect((await database?.ownerPool.query(missing))?.rowCount).toBe(0);
});
