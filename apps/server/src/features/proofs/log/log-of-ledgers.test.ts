import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { shardOfEntry } from '../../../ledger/index.ts';
import { slotOf } from '../../../ledger/shards/ids.ts';
import { followJournal } from './follow-journal.ts';
import { tileWidth } from './merkle.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({}, {}, { ledgers: 2 });
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

/** Signs up until the member's money is in the ledger with this number. */
async function memberOf(shard: number): Promise<TestMember> {
  for (;;) {
    const member = await florin.signUpWith('900.00');
    if (slotOf(member.user.id) % 2 === shard) return member;
  }
}

const send = ({ client }: TestMember, to: TestMember) =>
  client.call(endpoints.sendMoney, { body: { recipient_email: to.user.email, amount: '0.10' } });

test('a ledger that is far behind does not keep the entries of another ledger out of the log', async () => {
  const [payer, payee] = [await memberOf(0), await memberOf(0)];
  const [other, another] = [await memberOf(1), await memberOf(1)];
  await followJournal(florin.app.dependencies.log);
  const before = (await shardsOfEntries()).length;
  await Promise.all(Array.from({ length: 2 * tileWidth }, () => send(payer, payee)));
  await send(other, another);
  await followJournal(florin.app.dependencies.log);
  const added = (await shardsOfEntries()).slice(before);
  expect(added.length).toBeGreaterThan(2 * tileWidth);
  expect(added.indexOf(1)).toBeLessThanOrEqual(tileWidth);
});

/** Returns the ledger of each entry of the log, in its order. */
async function shardsOfEntries(): Promise<number[]> {
  const { rows } = await florin.database.pool.query<{ id: bigint }>(
    'select id from log_bundles, unnest(journal) with ordinality j (id, place) where id > 0 order by number, place',
  );
  return rows.map(({ id }) => Number(shardOfEntry(id)));
}
