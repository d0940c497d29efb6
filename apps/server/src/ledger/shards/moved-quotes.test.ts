import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSeveralLedgers, type SeveralLedgers } from '../../../test/several-ledgers.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { JournalEntry } from '../index.ts';
import { slotOf } from './ids.ts';
import { memberMoves } from './move-members.ts';

let several: SeveralLedgers;
beforeAll(async () => {
  several = await createSeveralLedgers(3);
});
afterAll(async () => {
  await several.expectCleanBooks();
  await several.close();
});

const sentences = { quote: (outcome: 'quote_used' | 'quote_expired') => new Refusal('quote_used', outcome) };

async function move(owner: string, to: number) {
  const { giveSlots, moveMember } = memberMoves(several.pools, several.shards);
  await giveSlots([slotOf(owner)], to);
  return moveMember(owner);
}

/** Another entry that uses the price. */
async function useOf(quote: JournalEntry['quote'], owner: string): Promise<JournalEntry> {
  const { ledger } = several;
  const postings = [
    { account: await ledger.houseId('cash', 'USD'), units: -100n },
    { account: await ledger.walletId(owner, 'USD'), units: 100n },
  ];
  const used = quote && { quote };
  return { key: randomUUID(), requestHash: 1n, kind: 'test', metadata: {}, actor: owner, postings, ...used };
}

test('a price that was used before its member moved cannot be used again in any ledger', async () => {
  const member = randomUUID();
  const quote = { id: randomUUID(), expiresAt: new Date(Date.now() + 3_600_000) };
  await several.ledger.post(await useOf(quote, member), sentences);
  for (const to of [0, 1, 2, 1, 0]) {
    await move(member, to);
    await expect(several.ledger.post(await useOf(quote, member), sentences)).rejects.toThrow('quote_used');
    await several.ledger.post(await useOf(undefined, member), sentences);
  }
  const account = await several.ledger.walletId(member, 'USD');
  const { rows } = await several.main.pool.query('select posted from books.accounts where id = $1', [account]);
  expect(rows).toEqual([{ posted: 600n }]);
});
