import { endpoints } from '@florin/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openCardOffice, type CardOffice } from '../../../../test/card-office.ts';
import { refusedWith } from '../../../../test/refused-with.ts';
import { answerBank, expireSession, payOn } from '../../../../test/stripe-double/happenings.ts';
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

const intentOf = (session: string) => String(office.stripe.account.find(session)['payment_intent']);

describe('a deposit by card', () => {
  test('a deposit by card leads to a page of the card processor and credits the wallet after the payment', async () => {
    const payment = await office.startDeposit(ines, '80.00');
    expect(payment).toMatchObject({ kind: 'deposit', state: 'waiting', amount_exact: '80.00', method: 'Card' });
    expect(payment.url).toMatch(/^https:\/\/checkout\.stripe\.com\//);
    payOn(office.stripe.account, office.sessionOf(payment), 'ok');
    expect(await office.check(ines, payment)).toMatchObject({ state: 'completed', method: 'Visa •••• 4242' });
    await office.deliverAll();
    expect(await office.balanceOf(ines)).toBe('80.00');
    const [line] = await ines.client.call(endpoints.listTransactions, { query: {} });
    expect(line).toMatchObject({ type: 'deposit', description: 'Added from Visa •••• 4242', amount_exact: '80.00' });
  });

  test('a deposit by card credits the wallet without the member, when the event arrives', async () => {
    const payment = await office.startDeposit(ines);
    payOn(office.stripe.account, office.sessionOf(payment), 'ok');
    await office.deliverAll();
    expect([await office.stateOf(payment.id), await office.balanceOf(ines)]).toEqual(['posted', '100.00']);
  });

  test('a deposit by card credits the wallet without the member and without events', async () => {
    const payment = await office.startDeposit(ines);
    payOn(office.stripe.account, office.sessionOf(payment), 'ok');
    office.stripe.account.events.splice(0);
    await office.runJobs();
    expect([await office.stateOf(payment.id), await office.balanceOf(ines)]).toEqual(['posted', '100.00']);
  });

  test('the house pays the processor’s fee of a deposit by card', async () => {
    const before = (await office.houseBalances())['card-fees'] ?? 0n;
    await office.addByCard(ines, '100.00');
    await office.book();
    expect([((await office.houseBalances())['card-fees'] ?? 0n) - before, await office.balanceOf(ines)]).toEqual([
      -320n,
      '100.00',
    ]);
  });

  test('a deposit by card is paid in the currency of the wallet', async () => {
    await office.addByCard(ines, '40.00', 'EUR');
    expect([await office.balanceOf(ines, 'EUR'), await office.balanceOf(ines)]).toEqual(['40.00', '0.00']);
  });

  test('a deposit by card stays open after a declined card, and accepts another card', async () => {
    const payment = await office.startDeposit(ines);
    payOn(office.stripe.account, office.sessionOf(payment), 'declined');
    await office.deliverAll();
    expect(await office.check(ines, payment)).toMatchObject({ state: 'waiting', url: payment.url });
    payOn(office.stripe.account, office.sessionOf(payment), 'ok');
    await office.deliverAll();
    expect(await office.balanceOf(ines)).toBe('100.00');
  });

  test('a deposit by card waits while the bank of the card asks the member', async () => {
    const payment = await office.startDeposit(ines);
    payOn(office.stripe.account, office.sessionOf(payment), 'asks');
    expect(await office.check(ines, payment)).toMatchObject({ state: 'waiting' });
    answerBank(office.stripe.account, intentOf(office.sessionOf(payment)), true);
    await office.deliverAll();
    expect(await office.balanceOf(ines)).toBe('100.00');
  });

  test('a deposit by card ends without a charge when its page expires', async () => {
    const payment = await office.startDeposit(ines);
    expireSession(office.stripe.account, office.sessionOf(payment));
    await office.deliverAll();
    expect(await office.check(ines, payment)).toMatchObject({
      state: 'not_paid',
      reason: 'The payment was canceled. Nothing was charged.',
    });
  });

  test('a deposit by card can be canceled by its member, and its page is closed', async () => {
    const payment = await office.startDeposit(ines);
    const { id } = payment;
    expect(await ines.client.call(endpoints.cancelCardPayment, { params: { id } })).toMatchObject({
      state: 'not_paid',
    });
    expect(office.stripe.account.find(office.sessionOf(payment))['status']).toBe('expired');
    await office.deliverAll();
  });

  test('a deposit by card is completed by a cancellation that comes after the payment', async () => {
    const payment = await office.startDeposit(ines);
    payOn(office.stripe.account, office.sessionOf(payment), 'ok');
    const { id } = payment;
    expect(await ines.client.call(endpoints.cancelCardPayment, { params: { id } })).toMatchObject({
      state: 'completed',
    });
    await office.deliverAll();
    expect(await office.balanceOf(ines)).toBe('100.00');
  });

  test('a repeated or concurrent request for a deposit by card opens one page', async () => {
    const body = { amount: '30.00' };
    const call = () => ines.client.call(endpoints.startCardDeposit, { body }, { idempotencyKey: 'one' });
    const first = await call();
    expect(await call()).toEqual(first);
    await expect(
      ines.client.call(endpoints.startCardDeposit, { body: { amount: '31.00' } }, { idempotencyKey: 'one' }),
    ).rejects.toMatchObject(refusedWith('idempotency_key_reused'));
  });

  test('rejects a deposit by card outside the bounds', async () => {
    await expect(office.startDeposit(ines, '0.50')).rejects.toMatchObject(refusedWith('invalid_amount'));
    await expect(office.startDeposit(ines, '25000.01')).rejects.toMatchObject(refusedWith('invalid_amount'));
  });

  test('hides a card payment from other members', async () => {
    const payment = await office.startDeposit(ines);
    const other = await office.florin.signUp();
    await expect(office.check(other, payment)).rejects.toMatchObject(refusedWith('card_payment_not_found'));
    const { id } = payment;
    await expect(other.client.call(endpoints.cancelCardPayment, { params: { id } })).rejects.toMatchObject(
      refusedWith('card_payment_not_found'),
    );
  });
});

test('a card payment of an amount other than the requested one is refunded and not credited', async () => {
  const payment = await office.startDeposit(ines, '50.00');
  office.stripe.account.find(office.sessionOf(payment))['amount_total'] = 4_000;
  payOn(office.stripe.account, office.sessionOf(payment), 'ok');
  await office.deliverAll();
  expect(await office.check(ines, payment)).toMatchObject({
    state: 'refunded',
    reason: 'Your card paid $40.00 instead of $50.00. We refund it.',
  });
  expect(await office.balanceOf(ines)).toBe('0.00');
});

test('a card payment in a currency other than the requested one is refunded and not credited', async () => {
  const payment = await office.startDeposit(ines, '50.00');
  office.stripe.account.find(office.sessionOf(payment))['currency'] = 'eur';
  payOn(office.stripe.account, office.sessionOf(payment), 'ok');
  await office.deliverAll();
  expect(await office.stateOf(payment.id)).toBe('refunded');
  expect([await office.balanceOf(ines), await office.balanceOf(ines, 'EUR')]).toEqual(['0.00', '0.00']);
});

test('a card payment that succeeds after it counted as declined is refunded', async () => {
  const payment = await office.startDeposit(ines, '50.00');
  await office.florin.database.ownerPool.query(`update charges set state = 'declined' where id = $1`, [payment.id]);
  payOn(office.stripe.account, office.sessionOf(payment), 'ok');
  await office.deliverAll();
  expect(await office.check(ines, payment)).toMatchObject({ state: 'refunded' });
  expect(await office.balanceOf(ines)).toBe('0.00');
});

test('a server without a card processor offers no cards', async () => {
  const florin = await createTestApp();
  const { client } = await florin.signUp();
  const params = { id: 'x' };
  const calls = [
    () => client.call(endpoints.startCardDeposit, { body: { amount: '10.00' } }),
    () => client.call(endpoints.startCardSetup),
    () => client.call(endpoints.checkCardPayment, { params }),
    () => client.call(endpoints.cancelCardPayment, { params }),
    () => client.call(endpoints.checkCardSetup, { params }),
  ];
  for (const call of calls) await expect(call()).rejects.toMatchObject(refusedWith('no_cards'));
  await florin.close();
});
