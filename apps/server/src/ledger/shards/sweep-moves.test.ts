import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSeveralLedgers, type SeveralLedgers } from '../../../test/several-ledgers.ts';
import type { Ledger } from '../index.ts';
import { slotOf } from './ids.ts';
import { memberMoves } from './move-members.ts';
import { sweepMoves } from './sweep-moves.ts';

let several: SeveralLedgers;
beforeAll(async () => {
  several = await createSeveralLedgers(2);
});
afterAll(() => several.close());

let member: string;
let account: bigint;
/** Slots that an earlier test has moved. */
const moved = new Set<number>();
/** Moves a member from the main ledger to the other one, longer ago than a move takes. */
beforeEach(async () => {
  do member = randomUUID();
  while (slotOf(member) % 2 !== 0 || moved.has(slotOf(member)));
  moved.add(slotOf(member));
  account = await several.ledger.walletId(member, 'USD');
  await fund();
  await move(1);
  await asOwner(0, `update ledger.departed set departed_at = now() - interval '2 minutes'`);
});

/** Earlier tests leave faults of other accounts. */
async function findings(): Promise<string[]> {
  const all = await sweepMoves(several.pools);
  return all.map(({ found }) => found).filter((found) => found.startsWith(`account ${account}:`));
}

async function move(to: number) {
  const { giveSlots, moveMember } = memberMoves(several.pools, several.shards);
  await giveSlots([slotOf(member)], to);
  expect(await moveMember(member)).toBe('moved');
}

async function fund(through: Ledger = several.ledger, units = 500n) {
  const postings = [
    { account: await through.houseId('cash', 'USD'), units: -units },
    { account, units },
  ];
  const entry = { key: randomUUID(), requestHash: 1n, actor: member, kind: 'test', metadata: {}, postings };
  await through.post(entry, {});
}

async function asOwner(shard: number, statement: string, values: unknown[] = []) {
  await several.databases[shard]?.ownerPool.query(statement, values);
}

/** Changes that a database owner or a broken program could make to the accounts of a member who moved. */
const mutants = {
  'the account left is open again': () =>
    asOwner(0, 'update ledger.accounts set closed = false where id = $1', [account]),

  'the account left takes a posting': async () => {
    await asOwner(0, 'update ledger.accounts set closed = false where id = $1', [account]);
    await fund(several.shards[0], 5n);
  },

  'the account left takes postings that sum to zero, before the member comes back': async () => {
    await asOwner(0, 'update ledger.accounts set closed = false where id = $1', [account]);
    await fund(several.shards[0]);
    await fund(several.shards[0], -500n);
    await asOwner(0, 'update ledger.accounts set closed = true where id = $1', [account]);
    for (let i = 0; i < 3; i++) await fund();
    await move(0);
  },

  'the account continues with a number too many': () =>
    asOwner(1, 'update ledger.jumps set to_seq = to_seq + 1 where account_id = $1', [account]),

  'the account has not arrived': () => asOwner(1, 'delete from ledger.jumps where account_id = $1', [account]),

  'a posting of the account left is deleted': () =>
    asOwner(0, 'delete from ledger.postings where account_id = $1 and seq = 1', [account]),
};

test('the sweep finds nothing wrong with a member who moved', async () => {
  expect(await findings()).toEqual([]);
});

test.each(Object.entries(mutants))('the sweep finds a fault of a move: %s', async (_, make) => {
  await make();
  expect(await findings()).not.toEqual([]);
});
