import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failing } from '../../../test/failing-pool.ts';
import { createSeveralLedgers, inTransit, type SeveralLedgers } from '../../../test/several-ledgers.ts';
import { slotOf } from '../../ledger/shards/ids.ts';
import { clientMoney } from './client-money.ts';

let several: SeveralLedgers;
beforeAll(async () => {
  several = await createSeveralLedgers(2);
});
afterAll(() => several.close());

function memberOf(shard: number): string {
  for (;;) {
    const id = randomUUID();
    if (slotOf(id) % 2 === shard) return id;
  }
}

const safeguarding = {
  id: 'main-usd',
  currency: 'USD',
  holder: 'Florin Example Ltd',
  bank: 'Example Bank',
  purpose: 'safeguarding',
} as const;

const owed = async () => (await clientMoney(several.main.pool, [safeguarding], true))[0]?.owed;

test('money on its way between ledgers is owed to members', async () => {
  const [here, there] = several.pools;
  if (!here || !there) throw new Error('there are two ledgers');
  const node = several.openNode([here, failing(there, { code: '57P01', times: 1 }).pool]);
  const [payer, receiver] = [memberOf(0), memberOf(1)];
  const [from, to] = [await node.walletId(payer, 'USD'), await node.walletId(receiver, 'USD')];
  const post = (debited: bigint, credited: bigint, units: bigint) =>
    node.post(
      {
        key: randomUUID(),
        requestHash: 1n,
        kind: 'test',
        metadata: {},
        actor: payer,
        postings: [
          { account: debited, units: -units },
          { account: credited, units },
        ],
      },
      {},
    );
  await post(await node.houseId('bank-clearing', 'USD'), from, 100n);
  expect(await owed()).toBe(100n);
  await post(from, to, 40n);
  expect(await inTransit(several.pools)).toEqual(['transit:0-1 USD: 40']);
  expect(await owed()).toBe(100n);
  await several.expectCleanBooks();
  expect(await owed()).toBe(100n);
});
