import { endpoints, type EventOfMember } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBakery, type Bakery } from '../../../test/bakery.ts';
import {
  csvOf,
  readBatch,
  retryBatch,
  runAll,
  startBatch,
  uploadCsv,
  type Payment,
} from '../../../test/batch-payouts.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { startReceiver, type Receiver } from '../../../test/webhook-receiver.ts';
import { addWebhook, deliverAll } from '../../../test/webhooks.ts';
import {
  dayIn,
  issueInvoice,
  issueWithSettings,
  letDaysPass,
  payInvoice,
  readInvoice,
} from '../../../test/write-invoice.ts';

let florin: TestApp;
let receiver: Receiver;
let { acme, ines, lea, shop, owner, payer, approver } = {} as Bakery;
let bakery: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
});
beforeEach(async () => {
  receiver = await startReceiver();
  ({ acme, ines, lea, shop, owner, payer, approver } = await openBakery(florin));
  bakery = { ...ines, client: owner };
  await addWebhook(bakery, receiver.url);
  await deliverAll(florin);
  receiver.received.splice(0);
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

/** Delivers the new events, and returns the received events about objects of this kind. */
async function receivedOf(kind: 'invoice' | 'approval' | 'batch_payout'): Promise<EventOfMember[]> {
  await deliverAll(florin);
  await receiver.close();
  return receiver.received
    .map(({ text }) => JSON.parse(text) as EventOfMember)
    .filter(({ type }) => type.startsWith(`${kind}.`));
}

async function expectDenseLog(): Promise<void> {
  const { events } = await owner.call(endpoints.listEvents, { query: { limit: 500 } });
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, place) => place + 1));
}

const credit = (id: string, unitPrice: string) =>
  owner.call(endpoints.creditInvoice, {
    params: { id },
    body: { lines: [{ description: 'Back', quantity: '1', unit_price: unitPrice, tax_rate: '0' }], mail: false },
  });
const record = (id: string, amount: string) =>
  owner.call(endpoints.recordInvoicePayment, { params: { id }, body: { amount } });

describe('events about invoices', () => {
  test('events report an invoice from issue to last payment, each with the state of the invoice at that time', async () => {
    const payerOfIt = await florin.signUpWith('200.00');
    const invoice = await issueWithSettings(bakery);
    await payInvoice(payerOfIt, invoice, '20.00');
    await credit(invoice.id, '30.00');
    await payInvoice(payerOfIt, invoice, '70.00');
    const events = await receivedOf('invoice');
    expect(events.map(({ type, data }) => [type, data])).toMatchObject([
      ['invoice.issued', { state: 'open', open_exact: '120.00', payments: [], credit_notes: [] }],
      ['invoice.partly_paid', { state: 'partly_paid', open_exact: '100.00' }],
      ['invoice.credited', { state: 'partly_paid', open_exact: '70.00', credited_exact: '30.00' }],
      ['invoice.paid', { state: 'paid', open_exact: '0.00', paid_exact: '90.00' }],
    ]);
    for (const { object } of events) expect(object).toBe(`/invoices/${invoice.id}`);
    expect(events.at(-1)?.data).toEqual(await readInvoice(bakery, invoice));
    await expectDenseLog();
  });

  test('events report a payment of an invoice that the issuer recorded and removed again', async () => {
    const invoice = await issueWithSettings(bakery);
    const { payments } = await record(invoice.id, '120.00');
    const params = { id: invoice.id, paymentId: payments[0]?.id ?? '' };
    await owner.call(endpoints.removeInvoicePayment, { params });
    await expect(owner.call(endpoints.removeInvoicePayment, { params })).rejects.toMatchObject(
      refusedWith('not_found'),
    );
    await record(invoice.id, '120.00');
    const events = await receivedOf('invoice');
    expect(events.map(({ type }) => type)).toEqual([
      'invoice.issued',
      'invoice.paid',
      'invoice.payment_removed',
      'invoice.paid',
    ]);
    expect(events[2]?.data).toMatchObject({ state: 'open', payments: [], open_exact: '120.00' });
    expect(events.at(-1)?.data).toEqual(await readInvoice(bakery, invoice));
  });

  test('an event reports once that an invoice is overdue, although nothing is written', async () => {
    const invoice = await issueWithSettings(bakery);
    await letDaysPass(florin, invoice, 15);
    await florin.database.ownerPool.query(
      `update event_parties set check_at = now(), requests_read = now() - interval '2 days'`,
    );
    await deliverAll(florin);
    await credit(invoice.id, '120.00');
    await deliverAll(florin);
    const { events } = await owner.call(endpoints.listEvents, { query: {} });
    const own = events.filter(({ object }) => object === `/invoices/${invoice.id}`);
    expect(own.map(({ type }) => type)).toEqual(['invoice.overdue', 'invoice.issued', 'invoice.credited']);
    expect(own[0]).toMatchObject({ timestamp: `${dayIn(0)}T00:00:00.000Z`, data: { state: 'overdue' } });
    expect(own[2]?.data).toMatchObject({ state: 'cancelled' });
    await expectDenseLog();
  });

  test('the event log checks an issuer again at the end of the due day of an invoice', async () => {
    await issueInvoice(bakery, { due_on: dayIn(0) });
    await owner.call(endpoints.listEvents, { query: {} });
    const { id } = await owner.call(endpoints.me);
    const { rows } = await florin.database.ownerPool.query('select check_at from event_parties where user_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ check_at: new Date(`${dayIn(1)}T00:00:00Z`) }]);
  });
});

describe('events about proposals', () => {
  const propose = (amount: string) =>
    payer.call(endpoints.sendMoney, { body: { recipient_email: shop.user.email, amount } });
  const waiting = async () => (await approver.call(endpoints.listApprovals, { query: {} }))[0]?.id ?? '';

  test('events report a proposed payment from proposal to decision, before the payment itself', async () => {
    await propose('2000.00');
    const id = await waiting();
    await approver.call(endpoints.approve, { params: { id }, body: { password: lea.password } });
    await propose('3000.00');
    const refused = await waiting();
    await approver.call(endpoints.refuse, { params: { id: refused }, body: { reason: 'Too much' } });
    const events = await receivedOf('approval');
    expect(events.map(({ type, object }) => [type, object])).toEqual([
      ['approval.needed', `/approvals/${id}`],
      ['approval.approved', `/approvals/${id}`],
      ['approval.needed', `/approvals/${refused}`],
      ['approval.refused', `/approvals/${refused}`],
    ]);
    expect(events[0]?.data).toMatchObject({ state: 'proposed', approved_by: [], payment: { amount_exact: '2000.00' } });
    expect(events[1]?.data).toMatchObject({ state: 'approved', approved_by: [{ name: 'Lea' }], can_decide: false });
    expect(events[3]?.data).toMatchObject({ state: 'refused', reason: 'Too much' });
    expect(events[3]?.data).toEqual(await approver.call(endpoints.getApproval, { params: { id: refused } }));
    await expectDenseLog();
  });
});

describe('events about batch payouts', () => {
  const upload = async (payments: readonly Payment[]) =>
    (await uploadCsv(florin, { token: ines.token, account: acme.handle }, csvOf(payments))).batch.id;

  test('events report each end of a batch payout once, with the same batch as its call shows', async () => {
    const id = await upload([
      [shop.user.email, '20.00', 'USD', 'A-1'],
      [shop.user.email, '30.00', 'USD', 'A-2'],
    ]);
    await startBatch(owner, id);
    const stopped = await owner.call(endpoints.stopBatchPayout, { params: { id } });
    await deliverAll(florin);
    await retryBatch(owner, id);
    await runAll(florin);
    const finished = await readBatch(owner, id);
    const events = await receivedOf('batch_payout');
    expect(events.map(({ type, object, timestamp }) => [type, object, timestamp])).toEqual([
      ['batch_payout.stopped', `/batch-payouts/${id}`, stopped.ended_at],
      ['batch_payout.finished', `/batch-payouts/${id}`, finished.ended_at],
    ]);
    expect(events[0]?.data).toMatchObject({ counts: { not_run: 2 }, reason: 'Ines stopped it.' });
    expect(events[1]?.data).toEqual(finished);
    expect(finished).toMatchObject({ state: 'finished', counts: { paid: 2 } });
    await expectDenseLog();
  });

  test('an event reports the end of a batch payout before an immediate retry, with the state at the end', async () => {
    const id = await upload([[shop.user.email, '20.00', 'USD', 'A-1']]);
    await startBatch(owner, id);
    const stopped = await owner.call(endpoints.stopBatchPayout, { params: { id } });
    await retryBatch(payer, id);
    await owner.call(endpoints.sendMoney, { body: { recipient_email: shop.user.email, amount: '5.00' } });
    await runAll(florin);
    const events = await receivedOf('batch_payout');
    expect(events.map(({ type, timestamp }) => [type, timestamp])).toEqual([
      ['batch_payout.stopped', stopped.ended_at],
      ['batch_payout.finished', (await readBatch(owner, id)).ended_at],
    ]);
    expect(events[0]?.data).toEqual(stopped);
  });

  test('no event reports the start of an unapproved batch payout', async () => {
    const id = await upload([[shop.user.email, '2000.00']]);
    await startBatch(payer, id);
    const [proposed] = await approver.call(endpoints.listApprovals, { query: {} });
    await approver.call(endpoints.refuse, { params: { id: proposed?.id ?? '' }, body: { reason: 'Too early' } });
    await runAll(florin);
    expect(await readBatch(owner, id)).toMatchObject({ state: 'ready' });
    expect(await receivedOf('batch_payout')).toEqual([]);
  });
});
