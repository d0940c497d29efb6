import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { downPool } from '../../../test/down-pool.ts';
import { memberOf } from '../../../test/half-a-send.ts';
import { createSeveralLedgers, type SeveralLedgers } from '../../../test/several-ledgers.ts';
import type { Pool } from '../../platform/database/pool.ts';

let several: SeveralLedgers;
let down: Pool;
beforeAll(async () => {
  several = await createSeveralLedgers(3);
  down = downPool();
});
afterAll(async () => {
  await down.end();
  await several.close();
});

test.each([
  ['a command', {}],
  ['a key that others may use', { isContested: true }],
])('a used key is rejected for another request while an unrelated ledger is down: %s', async (_, more) => {
  const node = several.openNode(several.pools.with(2, down));
  const member = memberOf(several, 0);
  const postings = [
    { account: await node.houseId('cash', 'USD'), units: -5n },
    { account: await node.walletId(member, 'USD'), units: 5n },
  ];
  const common = { key: randomUUID(), actor: member, kind: 'test', metadata: {}, postings, ...more };
  await node.post({ ...common, requestHash: 1n }, {});
  const again = node.post({ ...common, requestHash: 2n }, {});
  await expect(again).rejects.toMatchObject({ code: 'idempotency_key_reused' });
});
