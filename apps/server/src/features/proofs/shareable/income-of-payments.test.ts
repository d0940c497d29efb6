import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyStatement } from '../../../../../../packages/verify/src/index.ts';
import { askForMoney, cancel as withdrawRequest, pay } from '../../../../test/ask-for-money.ts';
import { changeAddress, newAddress } from '../../../../test/change-address.ts';
import { closeWallets, fundedInLedger } from '../../../../test/member-in-ledger.ts';
import { refusedWith } from '../../../../test/refused-with.ts';
import { inTransit } from '../../../../test/several-ledgers.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { issueInvoice, payInvoice } from '../../../../test/write-invoice.ts';

let florin: TestApp;
let ines: TestMember;
let acme: TestMember;
beforeAll(async () => {
  florin = await createTestApp({ PUBLIC_URL: 'https://florin.example' }, {}, { ledgers: 2 });
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

/** Opens the accounts of Ines and Acme in two ledgers, or in one. Everything until now is dated before 2026. */
async function openAccounts(shardOfAcme: number) {
  [ines, acme] = [
    await fundedInLedger(florin, 0, '500.00', 'Ines Almeida'),
    await fundedInLedger(florin, shardOfAcme, '500.00', 'Acme'),
  ];
  await dateNew('2025-12-01T00:00:00Z');
}

/** Runs `act`, and dates the entries when the money has arrived. Each moment must be later than the previous one. */
async function at<Result>(moment: string, act: () => Promise<Result>): Promise<Result> {
  const result = await act();
  await expect.poll(() => inTransit(florin.ledgers.map(({ pool }) => pool))).toEqual([]);
  await dateNew(moment);
  return result;
}

async function dateNew(moment: string) {
  for (const { ownerPool } of florin.ledgers)
    await ownerPool.query(`update ledger.journal_entries set recorded_at = $1 where recorded_at > '2026-06-01'`, [
      moment,
    ]);
}

const send = (from: TestMember, email: string, amount: string) =>
  from.client.call(endpoints.sendMoney, { body: { recipient_email: email, amount } });

/** Returns the income in these months according to a statement. */
async function income(payer: string, from = '2026-01', to = '2026-03', { client } = ines) {
  const body = { currency: 'USD' as const, payer, from, to, days: 1 as const };
  const { statement: text } = await client.call(endpoints.shareIncome, { body });
  const { payload } = await florin.app.http.inject({ url: '/.well-known/jwt-vc-issuer' });
  const { ok, statement } = await verifyStatement(text, { metadata: payload });
  expect(ok).toBe(true);
  return {
    payer: statement?.payer?.name,
    total: statement?.amount,
    months: statement?.months?.map(({ amount }) => amount),
  };
}
const noIncome = refusedWith('no_income');
const dollarsOf = async ({ client }: TestMember) => (await client.call(endpoints.me)).balances.usd_exact;

const ledgers = [
  ['one ledger', 0],
  ['two ledgers', 1],
] as const;

test.each(ledgers)('the income from invoices in %s counts each part in its month, without fees', async (_, shard) => {
  await openAccounts(shard);
  const invoice = await issueInvoice(ines);
  const own = await issueInvoice(acme);
  await at('2026-01-31T23:59:59.999999Z', () => payInvoice(acme, invoice, '70.25'));
  await at('2026-02-01T00:00:00Z', () => payInvoice(acme, invoice, '19.75'));
  await at('2026-02-28T23:59:59.999999Z', () => payInvoice(ines, own, '5.50'));
  await at('2026-03-01T00:00:00Z', () =>
    ines.client.call(endpoints.creditInvoice, {
      params: { id: invoice.id },
      body: { mail: false, lines: [{ description: 'Discount', quantity: '1', unit_price: '10.00', tax_rate: '0' }] },
    }),
  );
  expect(await income(acme.user.email)).toEqual({ payer: 'Acme', total: '84.50', months: ['70.25', '14.25', '0.00'] });
  expect(await income(acme.user.email, '2026-02', '2026-02')).toMatchObject({ total: '14.25' });
  await expect(income(acme.user.email, '2026-03', '2026-03')).rejects.toMatchObject(noIncome);
  expect([await dollarsOf(ines), await dollarsOf(acme)]).toEqual(['584.39', '413.69']);
});

test.each(ledgers)('the income from requests in %s counts when the payer pays', async (_, shard) => {
  await openAccounts(shard);
  const [asked, link, unpaid] = [
    await at('2026-01-10T00:00:00Z', () => askForMoney(ines, acme, '24.00')),
    await askForMoney(ines, undefined, '10.01'),
    await askForMoney(ines, acme, '99.00'),
  ];
  await at('2026-02-01T00:00:00Z', () => pay(acme, asked));
  await at('2026-03-31T23:59:59.999999Z', () => pay(acme, link));
  await withdrawRequest(ines, unpaid);
  const back = await askForMoney(acme, ines, '4.00');
  await at('2026-04-01T00:00:00Z', () => pay(ines, back));
  expect(await income(acme.user.email)).toEqual({ payer: 'Acme', total: '34.01', months: ['0.00', '24.00', '10.01'] });
  expect((await income(acme.user.email, '2026-03', '2026-04')).months).toEqual(['10.01', '-4.00']);
});

test.each(ledgers)('the income from held sends in %s counts when the recipient signs up', async (_, shard) => {
  await openAccounts(shard);
  const [address, canceled] = [newAddress(), newAddress()];
  await at('2026-01-31T23:59:59.999999Z', () => send(acme, address, '40.00'));
  const { id } = await send(acme, canceled, '41.00');
  await acme.client.call(endpoints.cancelTransaction, { params: { id } });
  const lea = await at('2026-02-01T00:00:00Z', () => florin.signUp('Lea', address));
  const other = await florin.signUp('Other', canceled);
  await expect(income(acme.user.email, '2026-01', '2026-01', lea)).rejects.toMatchObject(noIncome);
  expect(await income(acme.user.email, '2026-01', '2026-03', lea)).toEqual({
    payer: 'Acme',
    total: '40.00',
    months: ['0.00', '40.00', '0.00'],
  });
  expect(await other.client.call(endpoints.listPayers)).toEqual([]);
});

test.each(ledgers)('a held send in %s reduces the income when the payer claims it', async (_, shard) => {
  await openAccounts(shard);
  const later = newAddress();
  await at('2026-01-15T00:00:00Z', () => send(acme, ines.user.email, '40.00'));
  await at('2026-02-20T00:00:00Z', () => send(ines, later, '15.50'));
  expect(await income(acme.user.email)).toMatchObject({ total: '40.00' });
  await at('2026-03-01T00:00:00Z', () => changeAddress(florin, acme, later));
  expect(await income(acme.user.email)).toMatchObject({ total: '24.50', months: ['40.00', '0.00', '-15.50'] });
});

test('the income from a payer who changes the address counts for one payer, under the address that the member knows', async () => {
  await openAccounts(1);
  const former = acme.user.email;
  await at('2026-01-15T00:00:00Z', () => send(acme, ines.user.email, '1.10'));
  const current = await changeAddress(florin, acme);
  await at('2026-02-15T00:00:00Z', () => send(acme, ines.user.email, '2.20'));
  await expect(income(current)).rejects.toMatchObject(noIncome);
  expect(await income(former)).toEqual({ payer: 'Acme', total: '3.30', months: ['1.10', '2.20', '0.00'] });
  await at('2026-03-15T00:00:00Z', () => send(ines, current, '0.30'));
  expect(await ines.client.call(endpoints.listPayers)).toEqual([{ email: current, name: 'Acme', currencies: ['USD'] }]);
  expect(await income(current)).toEqual({ payer: 'Acme', total: '3.00', months: ['1.10', '2.20', '-0.30'] });
});

test('a returned payment to the payer does not reduce the income', async () => {
  await openAccounts(1);
  const hana = await fundedInLedger(florin, 1, '102.00', 'Hana');
  await at('2026-01-15T00:00:00Z', () => send(hana, ines.user.email, '100.00'));
  await closeWallets(florin, hana);
  await at('2026-02-28T23:59:59Z', () => send(ines, hana.user.email, '30.00'));
  expect(await dollarsOf(ines)).toBe('600.00');
  expect(await income(hana.user.email)).toEqual({ payer: 'Hana', total: '100.00', months: ['100.00', '0.00', '0.00'] });
});

test("a payment to the member's own address is not income, and the member is not listed as a payer", async () => {
  await openAccounts(1);
  const later = newAddress();
  await at('2026-01-15T00:00:00Z', () => send(ines, later, '50.00'));
  await at('2026-02-15T00:00:00Z', () => changeAddress(florin, ines, later));
  expect(await dollarsOf(ines)).toBe('499.00');
  expect(await ines.client.call(endpoints.listPayers)).toEqual([]);
  await expect(income(later)).rejects.toMatchObject(noIncome);
});
