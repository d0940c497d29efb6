import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { memberOf } from '../../../test/half-a-send.ts';
import { moveMember } from '../../../test/move-member.ts';
import { createSeveralLedgers, newFindings, type SeveralLedgers } from '../../../test/several-ledgers.ts';

let several: SeveralLedgers;
let member: string;
let account: bigint;
beforeEach(async () => {
  several = await createSeveralLedgers(2);
  member = memberOf(several, 0);
  account = await several.ledger.walletId(member, 'USD');
  await fund();
});
afterEach(() => several.close());

async function fund() {
  const postings = [
    { account: await several.ledger.houseId('cash', 'USD'), units: -500n },
    { account, units: 500n },
  ];
  const entry = { key: randomUUID(), requestHash: 1n, actor: member, kind: 'test', metadata: {}, postings };
  await several.ledger.post(entry, {});
}

const moveTo = (shard: number) => moveMember(several.databases, member, shard);

/** Returns the findings of the minute's sweep of each ledger. */
const findings = async () =>
  (await Promise.all(several.databases.map(({ ownerPool }) => newFindings(ownerPool)))).flat();

test('the sweep finds nothing when a member moves away and back between two sweeps', async () => {
  for (const shard of [1, 0, 1, 0, 1]) {
    await fund();
    await moveTo(shard);
  }
  expect(await findings()).toEqual([]);
  await moveTo(0);
  await fund();
  expect(await findings()).toEqual([]);
  await several.expectCleanBooks();
});

test('the sweep finds nothing while members move away and back', async () => {
  let isMoving = true;
  const moving = (async () => {
    for (const shard of [1, 0, 1, 0, 1, 0]) {
      await moveTo(shard);
      await fund();
    }
    isMoving = false;
  })();
  while (isMoving) expect(await findings()).toEqual([]);
  await moving;
  await several.expectCleanBooks();
});

test.each([
  ['continues with a number too many', 'update ledger.jumps set to_seq = to_seq + 1 where account_id = $1'],
  ['has a wrong balance', 'update ledger.accounts set posted = posted + 1 where id = $1'],
  ['lacks a posting', 'delete from ledger.postings where account_id = $1'],
])('finds an account that came and %s', async (_, fault) => {
  await moveTo(1);
  await fund();
  await several.databases[1]?.ownerPool.query(fault, [account]);
  expect(await findings()).not.toEqual([]);
});
