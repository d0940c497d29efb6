import { endpoints, type CallOf, type Endpoints } from '@florin/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openCardOffice, type CardOffice } from '../../../../test/card-office.ts';
import { refusedWith } from '../../../../test/refused-with.ts';
import { answerBank } from '../../../../test/stripe-double/happenings.ts';
import type { TestMember } from '../../../../test/test-app.ts';

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

type Body = CallOf<Endpoints['buyCoins']>['body'];

const buy = (methodId: string, more: Partial<Body> = {}, key?: string) =>
  ines.client.call(
    endpoints.buyCoins,
    { body: { crypto_symbol: 'BTC', amount_usd: '100.00', payment_method_id: methodId, ...more } },
    key === undefined ? {} : { idempotencyKey: key },
  );

/** Buys with a card whose bank asks. Returns the page of the bank, and the charge. */
async function buyUnconfirmed(key?: string, more: Partial<Body> = {}) {
  const { id } = await office.saveCard(ines, 'asks');
  const refusal = await buy(id, more, key).catch((error: unknown) => error);
  expect(refusal).toMatchObject(refusedWith('payment_needs_confirmation'));
  const { rows } = await office.florin.database.ownerPool.query<{ id: string; processor_id: string }>(
    `select id, processor_id from charges where user_id = $1 and state = 'waiting'`,
    [ines.user.id],
  );
  const [charge] = rows;
  if (!charge) throw new Error('no charge waits');
  const { body } = refusal as { body: { url?: string } };
  return { methodId: id, charge: charge.id, intent: charge.processor_id, url: body.url };
}

const coins = async () => {
  const { rows } = await office.florin.database.ownerPool.query<{ posted: bigint }>(
    `select posted from books.accounts where owner = $1 and asset = 'BTC' and kind = 'wallet'`,
    [ines.user.id],
  );
  return rows[0]?.posted ?? 0n;
};

const quoteOf = async () =>
  ines.client.call(endpoints.createQuote, { body: { kind: 'buy', crypto_symbol: 'BTC', amount_usd: '100.00' } });

describe('a purchase with a saved card', () => {
  test('a purchase with a saved card charges the card and buys the coins', async () => {
    const { id } = await office.saveCard(ines, 'ok');
    const { transaction } = await buy(id);
    expect(transaction).toMatchObject({ type: 'buy_crypto', payment_method: 'Visa •••• 4242' });
    await office.deliverAll();
    expect(await coins()).toBeGreaterThan(0n);
  });

  test('a purchase with a saved card is rejected when the card is declined, and the payment can never succeed', async () => {
    const { id } = await office.saveCard(ines, 'declined');
    await expect(buy(id, {}, 'declined')).rejects.toMatchObject(refusedWith('payment_declined'));
    await expect(buy(id, {}, 'declined')).rejects.toMatchObject(refusedWith('payment_declined'));
    const intents = [...office.stripe.account.objects.values()].filter(
      (one) => one.object === 'payment_intent' && one['status'] !== 'succeeded',
    );
    expect(intents.at(-1)?.['status']).toBe('canceled');
    await office.deliverAll();
    expect(await coins()).toBe(0n);
  });

  test('a purchase with a saved card is declined when the card processor does not know the card any more', async () => {
    const { id } = await office.saveCard(ines, 'ok');
    await office.florin.database.ownerPool.query(
      `update payment_methods set rail_token = 'cus_gone:pm_gone' where id = $1`,
      [id],
    );
    await expect(buy(id)).rejects.toMatchObject(refusedWith('payment_declined'));
  });

  test('a purchase with a saved card finds the payment of an earlier attempt that was sent in another form', async () => {
    const { id } = await office.saveCard(ines, 'ok');
    office.stripe.loseAnswers(/^POST \/v1\/payment_intents$/, 2);
    await buy(id, {}, 'moved').catch(() => undefined);
    office.stripe.forgetForms();
    await office.runJobs();
    expect(await coins()).toBeGreaterThan(0n);
    await office.deliverAll();
  });

  test('a purchase with a saved card charges once for a repeated request', async () => {
    const { id } = await office.saveCard(ines, 'ok');
    const first = await buy(id, {}, 'once');
    expect(await buy(id, {}, 'once')).toEqual(first);
    const creations = office.stripe.log.filter((call) => call === 'POST /v1/payment_intents');
    const before = creations.length;
    await buy(id, {}, 'once');
    expect(office.stripe.log.filter((call) => call === 'POST /v1/payment_intents')).toHaveLength(before);
  });
});

describe('a purchase that the bank wants the member to confirm', () => {
  test('a purchase to confirm at the bank names the bank’s page, and buys the coins after the confirmation', async () => {
    const { url, intent, charge } = await buyUnconfirmed();
    expect(url).toMatch(/^https:\/\/hooks\.stripe\.com\//);
    expect(await office.check(ines, { id: charge })).toMatchObject({ kind: 'purchase', state: 'waiting', url });
    answerBank(office.stripe.account, intent, true);
    expect(await office.check(ines, { id: charge })).toMatchObject({ state: 'completed', crypto: 'BTC' });
    await office.deliverAll();
    expect(await coins()).toBeGreaterThan(0n);
  });

  test('a purchase to confirm at the bank buys the coins when the event comes, even if the member does not return', async () => {
    const { intent } = await buyUnconfirmed();
    answerBank(office.stripe.account, intent, true);
    await office.deliverAll();
    expect(await coins()).toBeGreaterThan(0n);
  });

  test('a purchase to confirm at the bank buys the coins without the member and without events', async () => {
    const { intent } = await buyUnconfirmed();
    answerBank(office.stripe.account, intent, true);
    office.stripe.account.events.splice(0);
    await office.runJobs();
    expect(await coins()).toBeGreaterThan(0n);
  });

  test('a purchase to confirm at the bank answers repeated requests with the same page, and then with the purchase', async () => {
    const { methodId, intent, url } = await buyUnconfirmed('confirmed');
    const again = await buy(methodId, {}, 'confirmed').catch((error: unknown) => error);
    expect(again).toMatchObject({ body: { code: 'payment_needs_confirmation', url } });
    answerBank(office.stripe.account, intent, true);
    expect(await buy(methodId, {}, 'confirmed')).toMatchObject({ transaction: { type: 'buy_crypto' } });
    await office.deliverAll();
  });

  test('a purchase to confirm at the bank ends when the member does not confirm at the bank', async () => {
    const { intent, charge } = await buyUnconfirmed();
    answerBank(office.stripe.account, intent, false);
    await office.deliverAll();
    expect(await office.check(ines, { id: charge })).toMatchObject({ state: 'not_paid' });
    expect([office.stripe.account.find(intent)['status'], await coins()]).toEqual(['canceled', 0n]);
  });

  test('a purchase to confirm at the bank can be canceled', async () => {
    const { intent, charge } = await buyUnconfirmed();
    expect(await ines.client.call(endpoints.cancelCardPayment, { params: { id: charge } })).toMatchObject({
      state: 'not_paid',
    });
    expect(office.stripe.account.find(intent)['status']).toBe('canceled');
    await office.deliverAll();
    expect(await coins()).toBe(0n);
  });

  test('a purchase to confirm at the bank is canceled by the job when it is not confirmed within an hour', async () => {
    const { intent, charge } = await buyUnconfirmed();
    await office.florin.database.ownerPool.query(
      `update charges set created_at = now() - interval '2 hours' where id = $1`,
      [charge],
    );
    await office.runJobs();
    expect([office.stripe.account.find(intent)['status'], await office.stateOf(charge)]).toEqual([
      'canceled',
      'declined',
    ]);
    await office.deliverAll();
  });

  test('a purchase to confirm at the bank keeps its price while the coins gain little', async () => {
    const quote = await quoteOf();
    const { intent, charge } = await buyUnconfirmed(undefined, { quote_id: quote.id });
    await letQuotePass(charge, 60);
    answerBank(office.stripe.account, intent, true);
    await office.deliverAll();
    expect(await office.check(ines, { id: charge })).toMatchObject({ state: 'completed' });
  });

  test('a purchase to confirm at the bank charges nothing when its price expired long ago', async () => {
    const quote = await quoteOf();
    const { intent, charge } = await buyUnconfirmed(undefined, { quote_id: quote.id });
    await letQuotePass(charge, 900);
    answerBank(office.stripe.account, intent, true);
    await office.deliverAll();
    expect(await office.check(ines, { id: charge })).toMatchObject({
      state: 'not_paid',
      reason: 'This price has expired. Get a new one. Nothing was charged.',
    });
    expect(office.stripe.account.find(intent)['status']).toBe('canceled');
  });

  test('a purchase to confirm at the bank charges nothing when the coins gained much meanwhile', async () => {
    const { intent, charge } = await buyUnconfirmed();
    await office.florin.database.ownerPool.query(
      `update charges set created_at = now() - interval '1 minute',
         details = details || jsonb_build_object('coins', ((details ->> 'coins')::numeric * 2)::text)
       where id = $1`,
      [charge],
    );
    answerBank(office.stripe.account, intent, true);
    await office.deliverAll();
    expect(await office.stateOf(charge)).toBe('declined');
    expect(office.stripe.account.find(intent)['status']).toBe('canceled');
  });
});

async function letQuotePass(charge: string, seconds: number) {
  await office.florin.database.ownerPool.query(
    `update charges set created_at = now() - make_interval(secs => $2),
       details = details || jsonb_build_object('quote_expires_at', (now() - make_interval(secs => $2 - 30))::text)
     where id = $1`,
    [charge, seconds],
  );
}
