import { randomUUID } from 'node:crypto';
import { CallRefused, endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusedWith } from '../../../test/refused-with.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { aWhileLater, turnOnTwoFactor } from '../../../test/two-factor.ts';
import { issueInvoice, payInvoice, readInvoice, tokenOf } from '../../../test/write-invoice.ts';

let florin: TestApp;
let issuer: TestMember;
let ines: TestMember;
beforeAll(async () => {
  florin = await createTestApp({}, {}, asManyAsAServer);
  [issuer, ines] = [await florin.signUp('Hana Studio'), await florin.signUpWith('2000.00', 'Ines')];
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const dollarsOf = async ({ client }: TestMember) => (await client.call(endpoints.me)).balances.usd_exact;
const codesOf = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.flatMap((one) =>
    one.status === 'rejected' && one.reason instanceof CallRefused ? [one.reason.body?.code] : [],
  );
const historyOf = ({ client }: TestMember) => client.call(endpoints.listTransactions, { query: {} });

describe('paying an invoice', () => {
  test('paying an invoice moves the same money as a send and names the invoice in both histories', async () => {
    const [hana, jonas] = [await florin.signUp('Hana Studio'), await florin.signUpWith('200.00', 'Jonas')];
    const invoice = await issueInvoice(hana);
    const paid = await payInvoice(jonas, invoice, '120.00');
    expect(paid).toMatchObject({
      type: 'send',
      amount_exact: '-122.40',
      fee_exact: '2.40',
      description: `Paid invoice ${invoice.number}`,
      counterparty: 'Hana Studio',
    });
    expect((await historyOf(jonas))[0]).toEqual(paid);
    expect((await historyOf(hana))[0]).toMatchObject({
      type: 'receive',
      amount_exact: '120.00',
      description: `Invoice ${invoice.number} paid by Jonas`,
    });
    expect(await readInvoice(hana, invoice)).toMatchObject({
      state: 'paid',
      paid_exact: '120.00',
      open_exact: '0.00',
      payments: [{ payer: { name: 'Jonas', email: jonas.user.email }, amount_exact: '120.00' }],
    });
    expect(await jonas.client.call(endpoints.listContacts)).toMatchObject([{ name: 'Hana Studio' }]);
    expect((await hana.client.call(endpoints.listNotifications))[0]).toMatchObject({
      kind: 'money_received',
      title: 'Jonas sent you $120.00',
      body: `Invoice ${invoice.number}`,
    });
  });

  test('an invoice can be paid in part, and then the rest', async () => {
    const invoice = await issueInvoice(issuer);
    await payInvoice(ines, invoice, '50.00');
    expect(await readInvoice(issuer, invoice)).toMatchObject({ state: 'partly_paid', open_exact: '70.00' });
    await payInvoice(ines, invoice, '70.00');
    const { state, payments } = await readInvoice(issuer, invoice);
    expect([state, payments.map(({ amount_exact }) => amount_exact)]).toEqual(['paid', ['50.00', '70.00']]);
  });

  test('an invoice is paid in its own currency', async () => {
    await ines.client.call(endpoints.exchangeMoney, { body: { from: 'USD', to: 'EUR', amount: '200.00' } });
    const invoice = await issueInvoice(issuer, { currency: 'EUR' });
    expect(await payInvoice(ines, invoice, '120.00')).toMatchObject({ currency: 'EUR', amount_exact: '-122.40' });
  });

  test('paying an invoice repeats the first answer for a repeated idempotency key', async () => {
    const [invoice, key] = [await issueInvoice(issuer), randomUUID()];
    const before = await dollarsOf(ines);
    const first = await payInvoice(ines, invoice, '50.00', key);
    expect(await payInvoice(ines, invoice, '50.00', key)).toEqual(first);
    await payInvoice(ines, invoice, '70.00');
    expect(await payInvoice(ines, invoice, '50.00', key)).toEqual(first);
    expect(Number(before) - Number(await dollarsOf(ines))).toBeCloseTo(122.4, 2);
    await expect(payInvoice(ines, invoice, '51.00', key)).rejects.toMatchObject(refusedWith('idempotency_key_reused'));
  });

  test("counts a payment against the payer's limit, and reads the limit again after the limit was used up", async () => {
    const payer = await florin.signUpWith('2000.00');
    const invoice = await issueInvoice(issuer, {
      lines: [{ description: 'Desk', quantity: '1', unit_price: '1500.00', tax_rate: '0' }],
    });
    await payInvoice(payer, invoice, '900.00');
    await expect(payInvoice(payer, invoice, '100.01')).rejects.toMatchObject(
      refusedWith('limit_exceeded', { detail: expect.stringContaining('$100.00 is left today') }),
    );
    expect(await payInvoice(payer, invoice, '100.00')).toMatchObject({ status: 'completed' });
    expect(await readInvoice(issuer, invoice)).toMatchObject({ paid_exact: '1000.00', open_exact: '500.00' });
  });

  test('asks for the second factor before the first payment to an issuer', async () => {
    const payer = await florin.signUpWith('100.00');
    await turnOnTwoFactor(payer);
    await aWhileLater(florin, payer);
    const invoice = await issueInvoice(issuer);
    await expect(payInvoice(payer, invoice, '10.00')).rejects.toMatchObject(refusedWith('second_factor_required'));
    expect(await readInvoice(issuer, invoice)).toMatchObject({ state: 'open', payments: [] });
  });
});

describe('rejected payments of an invoice', () => {
  test('rejects paying more than the open amount of an invoice, and books nothing', async () => {
    const invoice = await issueInvoice(issuer);
    await payInvoice(ines, invoice, '80.00');
    await expect(payInvoice(ines, invoice, '40.01')).rejects.toMatchObject(
      refusedWith('more_than_open', {
        detail: 'Only $40.00 of this invoice is still open. Nothing was booked. Enter a smaller amount.',
      }),
    );
    expect(await readInvoice(issuer, invoice)).toMatchObject({ open_exact: '40.00' });
  });

  test('rejects a payment of a paid, a canceled and an unknown invoice, and of a credit note', async () => {
    const paid = await issueInvoice(issuer);
    await payInvoice(ines, paid, '120.00');
    const canceled = await issueInvoice(issuer);
    const params = { id: canceled.id };
    const note = await issuer.client.call(endpoints.creditInvoice, { params, body: { mail: false } });
    for (const invoice of [paid, canceled, note])
      await expect(payInvoice(ines, invoice, '1.00')).rejects.toMatchObject(refusedWith('invoice_not_open'));
    const unknown = { link: 'https://florin.example/i/unknown' };
    await expect(payInvoice(ines, unknown, '1.00')).rejects.toMatchObject(refusedWith('not_found'));
  });

  test('rejects a payment by the issuer, without enough money, and to a frozen issuer', async () => {
    const [hana, poor] = [await florin.signUpWith('200.00'), await florin.signUpWith('122.39')];
    const invoice = await issueInvoice(hana);
    await expect(payInvoice(hana, invoice, '1.00')).rejects.toMatchObject(refusedWith('recipient_is_self'));
    await expect(payInvoice(poor, invoice, '120.00')).rejects.toMatchObject(
      refusedWith('insufficient_balance', { detail: expect.stringContaining('$122.40') }),
    );
    expect(await readInvoice(hana, invoice)).toMatchObject({ state: 'open', payments: [] });
    await florin.database.ownerPool.query('update users set disabled_at = now() where id = $1', [hana.user.id]);
    await expect(payInvoice(poor, invoice, '1.00')).rejects.toMatchObject(refusedWith('not_found'));
  });

  test('rejects a payment whose page shows another fee', async () => {
    const invoice = await issueInvoice(issuer);
    const call = { params: { token: tokenOf(invoice) }, body: { amount: '1.00' } };
    const showing = { headers: { 'florin-send-fee': '100' } };
    await expect(ines.client.call(endpoints.payInvoice, call, showing)).rejects.toMatchObject(
      refusedWith('quote_expired'),
    );
  });
});

describe('several payers of an invoice', () => {
  test('only one of two payers pays an invoice that both pay in full at the same moment', async () => {
    const payers = [await florin.signUpWith('200.00'), await florin.signUpWith('200.00')];
    for (let round = 0; round < 5; round++) {
      const invoice = await issueInvoice(issuer, {
        lines: [{ description: 'Lamp', quantity: '1', unit_price: '10.00', tax_rate: '0' }],
      });
      const outcomes = await Promise.allSettled(payers.map((payer) => payInvoice(payer, invoice, '10.00')));
      expect(codesOf(outcomes)).toEqual(['invoice_not_open']);
      expect(await readInvoice(issuer, invoice)).toMatchObject({ state: 'paid', paid_exact: '10.00' });
    }
    const left = await Promise.all(payers.map(dollarsOf));
    expect(left.reduce((sum, dollars) => sum + Number(dollars), 0)).toBeCloseTo(400 - 5 * 10.2, 2);
  });

  test('parts of twenty concurrent payments, credit notes and recorded payments never exceed the total', async () => {
    const payers = [await florin.signUpWith('300.00'), await florin.signUpWith('300.00')];
    const before = Number(await dollarsOf(issuer));
    const invoice = await issueInvoice(issuer);
    const params = { id: invoice.id };
    const lines = [{ description: 'Discount', quantity: '1', unit_price: '7.00', tax_rate: '0' }];
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 20 }, (_, i) => payInvoice(payers[i % 2] ?? ines, invoice, '9.00')),
      ...Array.from({ length: 4 }, () =>
        issuer.client.call(endpoints.creditInvoice, { params, body: { lines, mail: false } }),
      ),
      ...Array.from({ length: 4 }, () =>
        issuer.client.call(endpoints.recordInvoicePayment, { params, body: { amount: '5.00' } }),
      ),
    ]);
    expect(new Set(codesOf(outcomes)).difference(new Set(['more_than_open', 'invoice_not_open'])).size).toBe(0);
    expect(codesOf(outcomes)).toHaveLength(outcomes.filter(({ status }) => status === 'rejected').length);
    const read = await readInvoice(issuer, invoice);
    const [paid, credited, open] = [read.paid_exact, read.credited_exact, read.open_exact].map(Number);
    expect((paid ?? 0) + (credited ?? 0) + (open ?? 0)).toBeCloseTo(120, 2);
    expect(open).toBeLessThan(9);
    expect(read.payments.reduce((sum, { amount_exact }) => sum + Number(amount_exact), 0)).toBeCloseTo(paid ?? 0, 2);
    const fromWallets = read.payments.filter(({ payer }) => payer !== null);
    const received = fromWallets.reduce((sum, { amount_exact }) => sum + Number(amount_exact), 0);
    expect(Number(await dollarsOf(issuer)) - before).toBeCloseTo(received, 2);
  });
});
