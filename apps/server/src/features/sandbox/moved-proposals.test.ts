import { endpoints } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openBakery, type Bakery } from '../../../test/bakery.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { advance, daySeconds } from '../../../test/test-clock.ts';
import { asManyAsAServer, createTestApp, type TestApp } from '../../../test/test-app.ts';
import { afterPayment } from '../../after-payment.ts';
import { keepApprovals } from '../approvals/jobs.ts';

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

const run = () => {
  const { dependencies } = florin.app;
  const logger = pino({ level: 'silent' });
  return keepApprovals({ ...dependencies, logger, afterPayment: afterPayment(dependencies) });
};
const dollars = async () => (await bakery.owner.call(endpoints.me)).balances.usd_exact;
const propose = async () => {
  const body = { recipient_email: bakery.shop.user.email, amount: '2000.00' };
  await bakery.payer.call(endpoints.sendMoney, { body });
  const [waiting] = await bakery.approver.call(endpoints.listApprovals, { query: {} });
  return waiting?.id ?? '';
};
const approve = (id: string) =>
  bakery.approver.call(endpoints.approve, { params: { id }, body: { password: 'correct horse battery' } });

test('a proposal expires after seven days of the clock of its business, and its money is free again', async () => {
  const id = await propose();
  await advance(bakery.jonas.client, 8 * daySeconds); // the proposer's own clock
  await advance(bakery.owner, 6 * daySeconds);
  await run();
  expect(await dollars()).toBe('17960.00');
  await advance(bakery.owner, daySeconds);
  await expect(approve(id)).rejects.toMatchObject(refusedWith('approval_not_open'));
  await Promise.all([run(), run()]);
  expect(await dollars()).toBe('20000.00');
  const [ended] = await bakery.owner.call(endpoints.listApprovals, { query: { state: 'ended' } });
  expect(ended).toMatchObject({ id, state: 'expired' });
});

test('a proposal that is approved while the clock moves is paid once, or expires', async () => {
  const id = await propose();
  const [approval] = await Promise.allSettled([approve(id), advance(bakery.owner, 7 * daySeconds), run()]);
  await run();
  const shop = (await bakery.shop.client.call(endpoints.me)).balances.usd_exact;
  expect([shop, await dollars()]).toEqual(
    approval.status === 'fulfilled' ? ['2000.00', '17960.00'] : ['0.00', '20000.00'],
  );
});
