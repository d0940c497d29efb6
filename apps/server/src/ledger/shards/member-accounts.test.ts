import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { downPool } from '../../../test/down-pool.ts';
import { memberOf } from '../../../test/half-a-send.ts';
import { moveMember } from '../../../test/move-member.ts';
import { createSeveralLedgers, type SeveralLedgers } from '../../../test/several-ledgers.ts';
import type { Ledger } from '../index.ts';

let several: SeveralLedgers;
beforeAll(async () => {
  several = await createSeveralLedgers(3);
});
afterAll(() => several.close());

/** Pays 100 to a member, from another member or from the house. */
async function pay(node: Ledger, to: string, from?: string) {
  const paying = from === undefined ? await node.houseId('cash', 'USD') : await node.walletId(from, 'USD');
  const postings = [
    { account: paying, units: -100n },
    { account: await node.walletId(to, 'USD'), units: 100n },
  ];
  return node.post({ key: randomUUID(), requestHash: 1n, actor: from ?? to, kind: 'test', metadata: {}, postings }, {});
}

test('a node that learns of a move while the new ledger is down still pays the member', async () => {
  const [main, , third] = several.pools;
  if (!main || !third) throw new Error('there are three ledgers');
  const [payer, member, leaver] = [memberOf(several, 0), memberOf(several, 0), memberOf(several, 0)];
  const node = several.openNode([main, downPool(), third]);
  for (const one of [payer, leaver]) await pay(node, one);
  const account = await node.walletId(member, 'USD');
  await moveMember(several.databases, member, 1);
  await moveMember(several.databases, leaver, 2);
  await pay(node, leaver); // is refused in the ledger left, so the node reads the map again
  expect(await node.walletId(member, 'USD')).toBe(account);
  await pay(node, member, payer);
  await several.expectCleanBooks();
  expect(await several.ledger.balancesOf(member)).toMatchObject([{ asset: 'USD', posted: 100n }]);
});
