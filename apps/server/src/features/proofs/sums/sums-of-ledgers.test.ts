import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beforeStatement, having } from '../../../../test/before-statement.ts';
import { poolsOf } from '../../../../test/all-ledgers.ts';
import { bringUp, fundedInLedger, takeDown } from '../../../../test/member-in-ledger.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { openShard } from '../../../ledger/open-shard.ts';
import { slotOf } from '../../../ledger/shards/ids.ts';
import { memberMoves } from '../../../ledger/shards/move-members.ts';
import { stateSums } from './state-sums.ts';
import { latestSums } from './sum-store.ts';

let florin: TestApp;
let ines: TestMember;
beforeAll(async () => {
  florin = await createTestApp({}, {}, { ledgers: 2 });
  ines = await fundedInLedger(florin, 1, '500');
});
afterAll(() => florin.close());

/**
 * Moves her to the other ledger. Runs `act` when she has left the first ledger and has not yet arrived in the other.
 */
async function moveTo(to: number, act: () => Promise<unknown>) {
  const pools = poolsOf(florin);
  const arriving = beforeStatement(pools[to] ?? pools[0], having('take_in'), act);
  const between = pools.with(to, arriving);
  const { giveSlots, moveMember } = memberMoves(between, between.map(openShard));
  await giveSlots([slotOf(ines.user.id)], to);
  return moveMember(ines.user.id);
}

async function statedSums(): Promise<string> {
  const [sums] = await latestSums(florin.database.pool, 1);
  return sums?.note ?? '';
}

test('sums that are stated while a member moves to another ledger contain the balance once', async () => {
  const { log } = florin.app.dependencies;
  let stating: Promise<unknown> = Promise.resolve();
  await moveTo(0, async () => {
    stating = stateSums(log);
    await sleep(500);
  });
  await stating;
  expect(await statedSums()).toMatch(/^liabilities USD 50000 /m);
  expect(await statedSums()).not.toContain('transit');
});

test('sums wait while an interrupted move leaves a member between two ledgers', async () => {
  const { log } = florin.app.dependencies;
  const dying = moveTo(1, () => Promise.reject(new Error('the process died')));
  await expect(dying).rejects.toThrow('died');
  await expect(stateSums(log)).rejects.toThrow('between two ledgers');
  await moveTo(1, async () => undefined);
  await stateSums(log);
  expect(await statedSums()).toMatch(/^liabilities USD 50000 /m);
});

test('a member who moved away from a ledger gets a proof while that ledger is down', async () => {
  await moveTo(0, async () => undefined);
  await stateSums(florin.app.dependencies.log);
  const [, down] = florin.ledgers;
  if (!down) throw new Error('there are two ledgers');
  await takeDown(florin, down);
  const proof = await ines.client.call(endpoints.getProof, { query: {} });
  await bringUp(florin, down);
  expect(proof.balances).toMatchObject([{ asset: 'USD', amount: '50000' }]);
});
