import { randomUUID } from 'node:crypto';
import { endpoints, type Transaction } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askForMoney, pay } from '../../../test/ask-for-money.ts';
import { closeWallets, fundedInLedger, ledgerOf, memberInLedger } from '../../../test/member-in-ledger.ts';
import { readCsv } from '../../../test/read-csv.ts';
import { readPdf } from '../../../test/read-pdf.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({ FLORIN_EMAIL_CONFIRMATION: 'on' }, {}, { ledgers: 2 });
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const linesOf = ({ client }: TestMember, query: { type?: Transaction['type']; limit?: number } = {}) =>
  client.call(endpoints.listTransactions, { query });
const dollarsOf = async ({ client }: TestMember) => (await client.call(endpoints.me)).balances.usd_exact;

const unusedLimits = async () => (await florin.confirm(await florin.signUp())).client.call(endpoints.getLimits);

type Payment = {
  readonly payer: TestMember;
  readonly receiver: TestMember;
  /** Makes the payment. No money is on its way before the payment. */
  readonly send: () => Promise<unknown>;
};

const ways: [string, (from: number, to: number) => Promise<Payment>][] = [
  [
    'a send',
    async (from, to) => {
      const [payer, receiver] = [
        await fundedInLedger(florin, from, '100', 'Ines'),
        await memberInLedger(florin, to, 'Hana'),
      ];
      const body = { recipient_email: receiver.user.email, amount: '10.00', note: 'Lunch' };
      return { payer, receiver, send: () => payer.client.call(endpoints.sendMoney, { body }) };
    },
  ],
  [
    'a paid request',
    async (from, to) => {
      const [payer, receiver] = [
        await fundedInLedger(florin, from, '100', 'Ines'),
        await memberInLedger(florin, to, 'Hana'),
      ];
      const asked = await askForMoney(receiver, payer, '10.00', { note: 'Lunch' });
      return { payer, receiver, send: () => pay(payer, asked) };
    },
  ],
  [
    'a payment link that is paid',
    async (from, to) => {
      const [payer, receiver] = [
        await fundedInLedger(florin, from, '100', 'Ines'),
        await memberInLedger(florin, to, 'Hana'),
      ];
      const asked = await askForMoney(receiver, undefined, '10.00', { note: 'Lunch' });
      return { payer, receiver, send: () => pay(payer, asked) };
    },
  ],
  [
    'a held send that is claimed',
    async (from, to) => {
      for (;;) {
        const payer = await fundedInLedger(florin, from, '100', 'Ines');
        const email = `${randomUUID()}@florin.example`;
        await payer.client.call(endpoints.sendMoney, {
          body: { recipient_email: email, amount: '10.00', note: 'Lunch' },
        });
        const receiver = await florin.signUp('Hana', email);
        if (ledgerOf(florin, receiver) === to) return { payer, receiver, send: () => florin.confirm(receiver) };
      }
    },
  ],
];
const directions = [
  [0, 1],
  [1, 0],
] as const;
const cases = ways.flatMap(([name, make]) => directions.map(([from, to]) => [name, from, to, make] as const));

describe('a payment between members of two ledgers', () => {
  test.each(cases)('%s from ledger %i to ledger %i is in both histories', async (_, from, to, make) => {
    const { payer, receiver, send } = await make(from, to);
    await send();
    await expect.poll(() => dollarsOf(receiver)).toBe('10.00');
    expect(await linesOf(receiver)).toMatchObject([
      {
        type: 'receive',
        amount_exact: '10.00',
        fee_exact: '0.00',
        counterparty: 'Ines',
        from: payer.user.email,
        note: 'Lunch',
        status: 'completed',
        balance_after_exact: '10.00',
      },
    ]);
    const [line, ...before] = await linesOf(payer);
    expect(before.map(({ type }) => type)).toEqual(['deposit']);
    expect(line).toMatchObject({
      type: 'send',
      amount_exact: '-10.20',
      fee_exact: '0.20',
      counter_amount_exact: '10.00',
      counterparty: 'Hana',
      to: receiver.user.email,
      note: 'Lunch',
      status: 'completed',
      balance_after_exact: '89.80',
    });
    expect(await payer.client.call(endpoints.getTransaction, { params: { id: line?.id ?? '' } })).toEqual(line);
  });
});

describe('a payment whose receiver has closed the account meanwhile', () => {
  test.each(cases)('%s from ledger %i to ledger %i comes back, in plain words', async (_, from, to, make) => {
    const { payer, receiver, send } = await make(from, to);
    await closeWallets(florin, receiver);
    await send();
    await expect.poll(() => dollarsOf(payer)).toBe('100.00');
    const [back, sent] = await linesOf(payer);
    expect(sent).toMatchObject({ type: 'send', amount_exact: '-10.20', status: 'completed' });
    expect(back).toMatchObject({
      type: 'deposit',
      amount_exact: '10.20',
      counter_amount_exact: '10.00',
      fee_exact: '0.00',
      description: 'Payment to Hana came back',
      counterparty: 'Hana',
      note: 'Lunch',
      reason: 'The account was closed before the money arrived. You got it back with the fee.',
      status: 'completed',
      timeline: [{ step: 'completed' }],
      balance_after_exact: '100.00',
    });
    expect(await linesOf(payer, { type: 'deposit' })).toMatchObject([{ id: back?.id }, { amount_exact: '100.00' }]);
    expect(await linesOf(receiver)).toEqual([]);

    const { client } = payer;
    const csv = readCsv(await (await client.open(endpoints.exportFoundTransactions, { body: {} })).text());
    expect(csv.map(({ id }) => id)).toContain(back?.id);
    const month = back?.date.slice(0, 'YYYY-MM'.length) ?? '';
    const texts = [
      await client.open(endpoints.getStatement, { params: { wallet: 'USD', month } }),
      await client.open(endpoints.getReceipt, { params: { id: back?.id ?? '' } }),
    ].map(async (paper) => readPdf(Buffer.from(await paper.arrayBuffer())).map(({ text }) => text));
    for (const shown of texts) expect((await shown).join(' ')).toContain('Payment to Hana came back');
    const { points } = await client.call(endpoints.getBalanceHistory, { query: { range: '1w' } });
    expect(points.at(-1)).toMatchObject({ 1: 100 });
    expect(await client.call(endpoints.getLimits), 'the limit is not used').toMatchObject(await unusedLimits());
  });
});
