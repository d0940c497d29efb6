import { randomUUID } from 'node:crypto';
import { endpoints, type Transaction } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordingRail } from '../../../test/recording-rail.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { settleBankOrders } from '../funding/index.ts';
import { receiptOf, type Receipt } from './receipt.ts';

let florin: TestApp;
let ines: TestMember;
let jonas: TestMember;
let bank: string;
beforeAll(async () => {
  florin = await createTestApp();
  [ines, jonas] = [await florin.signUpWith('300.00', 'Ines'), await florin.signUp('Jonas')];
  bank = (await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } })).id;
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const send = (to: string) =>
  ines.client.call(endpoints.sendMoney, { body: { recipient_email: to, amount: '100.00', note: 'Rent' } });
const withdraw = (amount: string) =>
  ines.client.call(endpoints.withdraw, { body: { amount, payment_method_id: bank } });
const again = ({ client }: TestMember, { id }: Transaction) =>
  client.call(endpoints.getTransaction, { params: { id } });

const facts = ({ facts: list }: Receipt) => Object.fromEntries(list.map(({ name, value }) => [name, value]));
const sum = ({ sum: { parts, total } }: Receipt) => [...parts, total].map(({ name, value }) => `${name} ${value}`);

describe('receipts', () => {
  test('adds the fee to the amount on the receipt of a payment', async () => {
    const sent = await send(jonas.user.email);
    const receipt = receiptOf(sent, ines.user);
    expect(receipt).toMatchObject({ id: sent.id, title: 'Payment', headline: '−$102.00', status: 'completed' });
    expect(sum(receipt)).toEqual(['Amount $100.00', 'Fee $2.00', 'Total paid $102.00']);
    expect(facts(receipt)).toMatchObject({ From: 'Ines', To: 'Jonas', Note: 'Rent' });
    expect(receipt.timeline.map(({ name }) => name)).toEqual(['Completed']);
  });

  test("hides the sender's fee on the receipt of a received payment", async () => {
    const [received] = await jonas.client.call(endpoints.listTransactions, { query: {} });
    if (!received) throw new Error('No payment was received.');
    const receipt = receiptOf(received, jonas.user);
    expect(receipt.headline).toBe('+$100.00');
    expect(sum(receipt)).toEqual(['Amount $100.00', 'Fee $0.00', 'Total received $100.00']);
    expect(facts(receipt)).toMatchObject({ From: 'Ines', To: 'Jonas' });
  });

  test("shows the claim's deadline on the receipt of a held send", async () => {
    const email = `${randomUUID()}@florin.example`;
    const held = await send(email);
    const receipt = receiptOf(held, ines.user);
    expect(receipt.status).toBe('pending');
    expect(sum(receipt)).toEqual(['Amount $100.00', 'Fee $2.00', 'Total reserved $102.00']);
    expect(receipt.facts).toContainEqual({ name: 'To', value: email });
    expect(facts(receipt)).toHaveProperty('Unclaimed money returns');
    expect(receipt.timeline.map(({ name, at }) => [name, at !== undefined])).toEqual([
      ['Started', true],
      ['Completed', false],
    ]);
    const canceled = await ines.client.call(endpoints.cancelTransaction, { params: { id: held.id } });
    expect(sum(receiptOf(canceled, ines.user))).toEqual(['Amount $100.00', 'Fee $2.00', 'Moved $0.00']);
    expect([receipt.headline, receiptOf(canceled, ines.user).headline]).toEqual(['−$102.00', '$102.00']);
  });

  test('shows the steps of a withdrawal, and the reason of a returned withdrawal', async () => {
    const [completed, failed] = [await withdraw('20.00'), await withdraw('20.13')];
    const dependencies = { ...florin.app.dependencies, rail: recordingRail(), logger: pino({ level: 'silent' }) };
    await settleBankOrders({ ...dependencies, callBackSeconds: 0 });
    const receipt = receiptOf(await again(ines, completed), ines.user);
    expect(receipt.timeline.map(({ name }) => name)).toEqual(['Started', 'Sent to the bank', 'Completed']);
    expect(sum(receipt)).toEqual(['Amount $20.00', 'Fee $0.00', 'Total paid $20.00']);
    const returned = receiptOf(await again(ines, failed), ines.user);
    expect(returned).toMatchObject({ status: 'returned', headline: '$20.13' });
    expect(facts(returned)).toMatchObject({ Reason: 'Your bank couldn’t find this account.' });
  });

  test('shows coins and the price on the receipt of a trade', async () => {
    const body = { crypto_symbol: 'BTC', payment_method_id: 'usd_balance', amount_usd: '50.00' };
    await ines.client.call(endpoints.buyCoins, { body });
    await ines.client.call(endpoints.sellCoins, { body: { crypto_symbol: 'BTC', amount_crypto: '0.0001' } });
    const [sold, bought] = await ines.client.call(endpoints.listTransactions, { query: {} });
    if (!sold || !bought) throw new Error('No coins were traded.');
    expect(sum(receiptOf(bought, ines.user))).toEqual(['Amount $50.00', 'Fee $0.75', 'Total paid $50.75']);
    expect(facts(receiptOf(bought, ines.user))['Coins']).toBe(`${bought.crypto_amount_exact} BTC`);
    expect(facts(receiptOf(bought, ines.user))['Rate']).toMatch(/^1 BTC = \d{1,3},\d{3}\.\d+ USD$/);
    const [amount, fee, total] = sum(receiptOf(sold, ines.user));
    expect(amount).toMatch(/^Amount \$/);
    expect(fee).toMatch(/^Fee −\$/);
    expect(total).toBe(`Total received $${sold.amount_exact}`);
  });

  test('shows the other amount and the rate on both receipts of an exchange', async () => {
    await ines.client.call(endpoints.exchangeMoney, { body: { from: 'USD', to: 'EUR', amount: '10.00' } });
    const lines = await ines.client.call(endpoints.listTransactions, { query: { type: 'exchange' } });
    const [paid, got] = [
      lines.find(({ currency }) => currency === 'USD'),
      lines.find(({ currency }) => currency === 'EUR'),
    ];
    if (!paid || !got) throw new Error('No money was exchanged.');
    expect(facts(receiptOf(paid, ines.user))).toMatchObject({
      Received: `€${got.amount_exact}`,
      Rate: `1 USD = ${paid.rate} EUR`,
    });
    expect(facts(receiptOf(got, ines.user))).toMatchObject({ Rate: `1 EUR = ${got.rate} USD` });
  });

  test('serves a receipt as a one-page PDF named after its transaction', async () => {
    const { id } = await send(jonas.user.email);
    const answer = await ines.client.open(endpoints.getReceipt, { params: { id } });
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="florin-receipt-${id}.pdf"`);
    const text = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    expect(text.match(/\/Type \/Page\n/g)).toHaveLength(1);
  });
});
