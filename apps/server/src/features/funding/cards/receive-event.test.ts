import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openCardOffice, signed, type CardOffice } from '../../../../test/card-office.ts';
import { dispute, foreignEvent, payOn } from '../../../../test/stripe-double/happenings.ts';
import { createTestApp, type TestMember } from '../../../../test/test-app.ts';

let office: CardOffice;
let ines: TestMember;
beforeAll(async () => {
  office = await openCardOffice();
});
beforeEach(async () => {
  ines = await office.florin.signUp();
});
afterEach(() => office.expectCleanBooks());
afterAll(() => office.close());

async function paidDeposit() {
  const payment = await office.startDeposit(ines);
  payOn(office.stripe.account, office.sessionOf(payment), 'ok');
  const events = office.stripe.account.events.splice(0);
  const [event] = events.filter(({ type }) => type === 'checkout.session.completed');
  if (!event) throw new Error('the page was not completed');
  return { payment, events, event };
}

describe('an event of the card processor', () => {
  test('an event of the card processor takes effect once, however often it comes', async () => {
    const { event } = await paidDeposit();
    for (let i = 0; i < 3; i += 1) expect(await office.deliver(event)).toBe(204);
    expect(await office.balanceOf(ines)).toBe('100.00');
  });

  test('events of the card processor take effect in any order', async () => {
    const { events } = await paidDeposit();
    for (const event of events.toReversed()) expect(await office.deliver(event)).toBe(204);
    expect(await office.balanceOf(ines)).toBe('100.00');
  });

  test('an event of the card processor takes effect once when it comes several times at the same moment', async () => {
    const { events } = await paidDeposit();
    const statuses = await Promise.all([...events, ...events].map((event) => office.deliver(event)));
    expect(new Set(statuses)).toEqual(new Set([204]));
    expect(await office.balanceOf(ines)).toBe('100.00');
  });

  test('an event of the card processor is requested again when its effect failed, and then takes effect', async () => {
    const { event, payment } = await paidDeposit();
    office.stripe.fail(/^GET \/v1\/checkout\/sessions/, 1);
    expect(await office.deliver(event)).toBe(503);
    expect(await office.stateOf(payment.id)).toBe('waiting');
    expect(await office.deliver(event)).toBe(204);
    expect(await office.balanceOf(ines)).toBe('100.00');
  });

  test.each([
    ['another secret', (body: string) => signed(body, 'whsec_other')],
    ['another body', () => signed('{}')],
    ['an old time', (body: string) => signed(body, undefined, Math.floor(Date.now() / 1_000) - 3_600)],
    ['no signature', () => ({ 'content-type': 'application/json' })],
    ['nonsense', () => ({ 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' })],
  ])('an event of the card processor is rejected with %s', async (_, headersOf) => {
    const { event, payment } = await paidDeposit();
    expect(await office.deliver(event, undefined, headersOf(event.body))).toBe(400);
    expect(await office.stateOf(payment.id)).toBe('waiting');
    await office.check(ines, payment);
  });

  test('an event of the card processor is rejected when it is larger than half a megabyte', async () => {
    const body = JSON.stringify({ text: 'x'.repeat(600_000) });
    expect(await office.deliver({ body })).toBe(413);
  });

  test('an event of the card processor is rejected unless it is JSON', async () => {
    const headers = { ...signed('a=b'), 'content-type': 'application/x-www-form-urlencoded' };
    expect(await office.deliver({ body: 'a=b' }, undefined, headers)).toBe(415);
  });

  test.each([
    ['an unknown payment', 'payment_intent.succeeded', { object: 'payment_intent', id: 'pi_other', metadata: {} }],
    [
      'a payment that this server does not know',
      'payment_intent.succeeded',
      {
        object: 'payment_intent',
        id: 'pi_gone',
        metadata: {
          florin_server: 'wallet.example.com',
          florin_reference: '01890000-0000-7000-8000-000000000000',
        },
      },
    ],
    ['a reference that is no id', 'checkout.session.completed', sessionWith({ florin_reference: "' or 1=1" })],
    ['another server', 'checkout.session.completed', sessionWith({ florin_server: 'staging.example.com' })],
    ['a kind that Florin does not use', 'product.created', { object: 'product', id: 'prod_1' }],
    ['no object', 'account.updated', {}],
  ])('an event of the card processor is acknowledged without effect when it names %s', async (_, type, object) => {
    expect(await office.deliver({ body: foreignEvent(type, object) })).toBe(204);
  });

  test('an event of the card processor is requested again if the processor does not know its refund or dispute', async () => {
    const body = foreignEvent('refund.created', { object: 'refund', id: 're_double999999' });
    expect(await office.deliver({ body })).toBe(500);
  });
});

function sessionWith(metadata: Record<string, string>) {
  return { object: 'checkout.session', id: 'cs_1', mode: 'payment', payment_intent: null, metadata };
}

test('a dispute that comes before the deposit was credited is booked after the deposit', async () => {
  const { payment, events } = await paidDeposit();
  dispute(office.stripe.account, String(office.stripe.account.find(office.sessionOf(payment))['payment_intent']));
  const disputed = office.stripe.account.events.splice(0);
  for (const event of [...disputed, ...events]) expect(await office.deliver(event)).toBe(204);
  expect(await office.balanceOf(ines)).toBe('0.00');
  expect(await office.stateOf(payment.id)).toBe('posted');
});

test('a payment of this server is refunded if its database lost it', async () => {
  const { payment } = await paidDeposit();
  await office.florin.database.ownerPool.query('delete from charges where id = $1', [payment.id]);
  await office.book();
  const refunds = office.stripe.log.filter((call) => call === 'POST /v1/refunds');
  await office.book();
  expect(refunds.length).toBeGreaterThan(0);
  expect(await office.balanceOf(ines)).toBe('0.00');
});

test('a server without a card processor has no address for events', async () => {
  const florin = await createTestApp();
  const { statusCode } = await florin.app.http.inject({ method: 'POST', url: '/stripe/events', payload: {} });
  expect(statusCode).toBe(404);
  await florin.close();
});
