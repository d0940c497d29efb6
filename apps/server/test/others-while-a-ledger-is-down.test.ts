import { endpoints } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepApprovals } from '../src/features/approvals/jobs.ts';
import { holdOfId } from '../src/features/activity/index.ts';
import { orderOfHold } from '../src/features/funding/index.ts';
import { freezeUser, unfreezeUser } from '../src/features/identity/operators/change-user.ts';
import { searchUsers } from '../src/features/identity/operators/find-users.ts';
import { billPlans } from '../src/features/plans/index.ts';
import { collectReceivables } from '../src/features/receivables/index.ts';
import { openBakery, type Bakery } from './bakery.ts';
import { csvOf, readRows, runAll, startBatch, uploadCsv } from './batch-payouts.ts';
import { letMonthsPass } from './let-months-pass.ts';
import { bringUp, fundedInLedger, ledgerOf, memberInLedger, takeDown } from './member-in-ledger.ts';
import { createTestApp, type TestApp, type TestMember } from './test-app.ts';
import { issueInvoice, payInvoice, readInvoice, tokenOf } from './write-invoice.ts';

let florin: TestApp;
let ines: TestMember;
let jonas: TestMember;
let bakery: Bakery;
let link: string;
let down: TestApp['database'];
beforeAll(async () => {
  florin = await createTestApp({}, {}, { ledgers: 2 });
  [ines, jonas] = [await fundedInLedger(florin, 0, '2000', 'Ines'), await memberInLedger(florin, 0, 'Jonas')];
  const [, other] = florin.ledgers;
  if (!other) throw new Error('there are two ledgers');
  down = other;
  const lea = await fundedInLedger(florin, 1, '2000', 'Lea');
  do bakery = await openBakery(florin);
  while (ledgerOf(florin, { user: { ...ines.user, id: bakery.acme.id } }) !== 0);
  await propose();
  const invoice = await issueInvoice(lea);
  link = tokenOf(invoice);
  await payInvoice(ines, invoice, '20.00');
  await payInvoice(lea, await issueInvoice(ines), '20.00');
  for (const member of [ines, lea]) {
    await member.client.call(endpoints.changePlan, { body: { plan: 'pro' } });
    await letMonthsPass(florin.database.ownerPool, member.user.id, 1);
  }
  // Both members owe money, and have some money.
  await florin.database.ownerPool.query(
    `insert into taken_deposits (id, user_id, cause, currency, amount, missing, open)
     select gen_random_uuid(), u, 'refund', 'USD', 500, 500, 500 from unnest($1::uuid[]) u`,
    [[jonas.user.id, lea.user.id]],
  );
  await takeDown(florin, down);
});
afterAll(async () => {
  await bringUp(florin, down);
  await florin.close();
});

/** Proposes a payment that others of the business must approve. */
const propose = () =>
  bakery.payer.call(endpoints.sendMoney, { body: { recipient_email: jonas.user.email, amount: '2000.00' } });
const openOnes = () => bakery.approver.call(endpoints.listApprovals, { query: {} });

test('a member of another ledger reads the events while a ledger is down', async () => {
  const { events } = await ines.client.call(endpoints.listEvents, { query: {} });
  expect(events.length).toBeGreaterThan(0);
});

test('a business of another ledger proposes payments and approves them while a ledger is down', async () => {
  await propose();
  const [first, second, ...more] = await openOnes();
  expect(more).toEqual([]);
  for (const one of [first, second])
    await bakery.approver.call(endpoints.approve, {
      params: { id: one?.id ?? '' },
      body: { password: 'correct horse battery' },
    });
  expect((await jonas.client.call(endpoints.me)).balances.usd_exact).toBe('4000.00');
});

test('the job of approvals works for other ledgers while a ledger is down', async () => {
  await propose();
  await keepApprovals({ ...florin.app.dependencies, afterPayment: async () => undefined });
  expect(await openOnes()).toHaveLength(1);
});

test('invoices of other ledgers are issued and paid, and an invoice of the ledger that is down can be read', async () => {
  const invoice = await issueInvoice(jonas);
  await payInvoice(ines, invoice, '10.00');
  expect(await readInvoice(jonas, invoice)).toMatchObject({ state: 'partly_paid' });
  await florin.client.call(endpoints.getPublicInvoice, { params: { token: link } });
});

test('a batch payout pays the recipients of all ledgers while a ledger is down', async () => {
  const rows = csvOf([[jonas.user.email, '1.00']]);
  const { batch } = await uploadCsv(florin, ines, rows);
  await startBatch(ines.client, batch.id);
  await runAll(florin);
  expect(await readRows(ines.client, batch.id)).toMatchObject([{ state: 'paid' }]);
});

test('plans of other ledgers’ members are billed while a ledger is down', async () => {
  await expect(billPlans(florin.app.dependencies)).rejects.toThrow(/connect/);
  expect(await ines.client.call(endpoints.listTransactions, { query: { type: 'plan' } })).toHaveLength(2);
});

test('receivables of other ledgers’ members are collected while a ledger is down', async () => {
  const logger = pino({ level: 'silent' });
  await expect(collectReceivables({ ...florin.app.dependencies, logger })).rejects.toThrow(/connect/);
  const { rows } = await florin.database.ownerPool.query<{ open: bigint }>(
    'select open from taken_deposits where user_id = $1',
    [jonas.user.id],
  );
  expect(rows).toEqual([{ open: 0n }]);
});

test('a member of another ledger exports the data while a ledger is down', async () => {
  const answer = await ines.client.open(endpoints.exportMyData);
  expect(await answer.text()).toContain(ines.user.email);
});

test('operators find and freeze members while a ledger is down, and see that balances are unknown', async () => {
  const { pool } = florin.database;
  const by = { operator: { id: ines.user.id, email: ines.user.email }, ip: '127.0.0.1' };
  const frozen = await freezeUser(pool, jonas.user.id, { ...by, reason: 'A test.' });
  expect(frozen).toMatchObject({ state: 'frozen', fiat_usd: null, fiat_usd_exact: null });
  expect(await unfreezeUser(pool, jonas.user.id, by)).toMatchObject({ state: 'open' });
  const found = await searchUsers({ pool, digestOf: florin.app.dependencies.digestOf }, by, jonas.user.email);
  expect(found).toMatchObject([{ id: jonas.user.id, fiat_usd_exact: null }]);
});

test('a bank file finds a withdrawal of another ledger by its hold while a ledger is down', async () => {
  const { id: bank } = await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
  const { id } = await ines.client.call(endpoints.withdraw, { body: { amount: '5.00', payment_method_id: bank } });
  const order = await orderOfHold(florin.app.dependencies, holdOfId(id) ?? 0n);
  expect(order).toMatchObject({ direction: 'out', userId: ines.user.id, methodId: bank });
});
