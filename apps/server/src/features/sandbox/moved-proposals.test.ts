import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openBakery, type Bakery } from '../../../test/bakery.ts';
import { approve, propose, runApprovals } from '../../../test/proposals.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { advance, daySeconds } from '../../../test/test-clock.ts';
import { asManyAsAServer, createTestApp, type TestApp } from '../../../test/test-app.ts';

let florin: TestApp;
let bakery: Bakery;
beforeAll(async () => {
  florin = await createTestApp({}, {}, asManyAsAServer);
});
beforeEach(async () => {
  bakery = await openBakery(florin);
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const run = () => runApprovals(florin);
const dollars = async () => (await bakery.owner.call(endpoints.me)).balances.usd_exact;

test('a proposal expires after seven days of the clock of its business, and its money is free again', async () => {
  const id = await propose(bakery);
  await advance(bakery.jonas.client, 8 * daySeconds); // the proposer's own clock
  await advance(bakery.owner, 6 * daySeconds);
  await run();
  expect(await dollars()).toBe('17960.00');
  await advance(bakery.owner, daySeconds);
  await expect(approve(bakery.approver, id)).rejects.toMatchObject(refusedWith('approval_not_open'));
  await Promise.all([run(), run()]);
  expect(await dollars()).toBe('20000.00');
  const [ended] = await bakery.owner.call(endpoints.listApprovals, { query: { state: 'ended' } });
  expect(ended).toMatchObject({ id, state: 'expired' });
});

test('a proposal that is approved while the clock moves is paid once, or expires', async () => {
  const id = await propose(bakery);
  const [approval] = await Promise.allSettled([
    approve(bakery.approver, id),
    advance(bakery.owner, 7 * daySeconds),
    run(),
  ]);
  await run();
  const shop = (await bakery.shop.client.call(endpoints.me)).balances.usd_exact;
  expect([shop, await dollars()]).toEqual(
    approval.status === 'fulfilled' ? ['2000.00', '17960.00'] : ['0.00', '20000.00'],
  );
});
