import { randomUUID } from 'node:crypto';
import { endpoints, type Invoice } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailsTo } from '../../../test/ask-for-money.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { issueInvoice, payInvoice, readInvoice, writeInvoice } from '../../../test/write-invoice.ts';

let florin: TestApp;
let hana: TestMember;
let ines: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
  [hana, ines] = [await florin.signUp('Hana'), await florin.signUpWith('1000.00', 'Ines')];
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

type Lines = Parameters<typeof creditWith>[1];
const creditWith = (
  { id }: Pick<Invoice, 'id'>,
  lines?: { description: string; quantity: string; unit_price: string; tax_rate: string }[],
  idempotencyKey: string = randomUUID(),
) =>
  hana.client.call(
    endpoints.creditInvoice,
    { params: { id }, body: { mail: true, ...(lines && { lines }) } },
    { idempotencyKey },
  );
const discount = (unit_price: string): Lines => [
  { description: 'Discount', quantity: '1', unit_price, tax_rate: '20' },
];
const record = ({ id }: Pick<Invoice, 'id'>, amount: string, idempotencyKey: string = randomUUID()) =>
  hana.client.call(endpoints.recordInvoicePayment, { params: { id }, body: { amount } }, { idempotencyKey });

describe('credit notes', () => {
  test('a credit note cancels an unpaid invoice, takes the next number and mails the customer', async () => {
    const email = 'credit@acme.example';
    const invoice = await issueInvoice(hana, { customer: { name: 'Acme Ltd', email } });
    const note = await creditWith(invoice);
    expect(note).toMatchObject({
      kind: 'credit_note',
      state: 'issued',
      credits_number: invoice.number,
      total_exact: '120.00',
      due_on: null,
    });
    expect(Number(note.number?.slice(-4))).toBe(Number(invoice.number?.slice(-4)) + 1);
    expect(await readInvoice(hana, invoice)).toMatchObject({
      state: 'cancelled',
      open_exact: '0.00',
      credit_notes: [{ number: note.number, total_exact: '120.00' }],
    });
    expect((await mailsTo(florin, email)).at(-1)?.subject).toBe(`Credit note ${note.number} from Hana`);
  });

  test('a credit note reduces an invoice, even after a part is paid, and the rest is payable', async () => {
    const invoice = await issueInvoice(hana);
    await payInvoice(ines, invoice, '60.00');
    expect(await creditWith(invoice, discount('10.00'))).toMatchObject({ net_exact: '10.00', total_exact: '12.00' });
    expect(await readInvoice(hana, invoice)).toMatchObject({ state: 'partly_paid', open_exact: '48.00' });
    await payInvoice(ines, invoice, '48.00');
    expect(await readInvoice(hana, invoice)).toMatchObject({ state: 'paid', credited_exact: '12.00' });
  });

  test('a credit note credits at most the open amount, so a paid amount is never returned', async () => {
    const invoice = await issueInvoice(hana);
    await payInvoice(ines, invoice, '60.00');
    await expect(creditWith(invoice)).rejects.toMatchObject(refusedWith('more_than_open'));
    await expect(creditWith(invoice, discount('50.01'))).rejects.toMatchObject(refusedWith('more_than_open'));
    const { next_number: next } = await hana.client.call(endpoints.getInvoiceSettings);
    expect((await creditWith(invoice, discount('50.00'))).number).toBe(next); // refused ones took no number
    await expect(creditWith(invoice, discount('0.01'))).rejects.toMatchObject(refusedWith('invoice_not_open'));
  });

  test('making a credit note repeats the first answer for a repeated idempotency key', async () => {
    const [invoice, key] = [await issueInvoice(hana), randomUUID()];
    const first = await creditWith(invoice, discount('10.00'), key);
    expect(await creditWith(invoice, discount('10.00'), key)).toEqual(first);
    expect(await readInvoice(hana, invoice)).toMatchObject({ credited_exact: '12.00' });
  });

  test('rejects a credit note for a draft and for a credit note', async () => {
    const note = await creditWith(await issueInvoice(hana));
    for (const one of [note, await writeInvoice(hana)])
      await expect(creditWith(one)).rejects.toMatchObject(refusedWith('invoice_not_open'));
  });

  test('a credit note keeps the rounding of its invoice', async () => {
    const settings = { prefix: 'R-', address: [], tax_number: null, auto_remind: false, hosts: [] };
    const round = (rounding: 'line' | 'total') =>
      hana.client.call(endpoints.changeInvoiceSettings, { body: { ...settings, rounding } });
    await round('line');
    const pens = Array.from({ length: 3 }, () => ({
      description: 'Pen',
      quantity: '1',
      unit_price: '0.99',
      tax_rate: '19',
    }));
    const invoice = await issueInvoice(hana, { lines: pens });
    await round('total');
    expect(await creditWith(invoice)).toMatchObject({ rounding: 'line', total_exact: '3.54' });
  });
});

describe('payments outside of Florin', () => {
  test('records a bank transfer for an invoice, moves no money, and removes a wrong record', async () => {
    const [invoice, key] = [await issueInvoice(hana), randomUUID()];
    const before = await hana.client.call(endpoints.me);
    const recorded = await record(invoice, '50.00', key);
    expect(recorded).toMatchObject({ state: 'partly_paid', payments: [{ payer: null, amount_exact: '50.00' }] });
    expect(await record(invoice, '50.00', key)).toEqual(recorded);
    await expect(record(invoice, '70.01')).rejects.toMatchObject(refusedWith('more_than_open'));
    expect(await record(invoice, '70.00')).toMatchObject({ state: 'paid' });
    const remove = (paymentId: string) =>
      hana.client.call(endpoints.removeInvoicePayment, { params: { id: invoice.id, paymentId } });
    expect(await remove(recorded.payments[0]?.id ?? '')).toMatchObject({ state: 'partly_paid', open_exact: '50.00' });
    await expect(remove(recorded.payments[0]?.id ?? '')).rejects.toMatchObject(refusedWith('not_found'));
    expect((await hana.client.call(endpoints.me)).balances).toEqual(before.balances);
  });

  test('a payment of an invoice from a wallet cannot be removed', async () => {
    const invoice = await issueInvoice(hana);
    await payInvoice(ines, invoice, '50.00');
    const [payment] = (await readInvoice(hana, invoice)).payments;
    const params = { id: invoice.id, paymentId: payment?.id ?? '' };
    await expect(hana.client.call(endpoints.removeInvoicePayment, { params })).rejects.toMatchObject(
      refusedWith('not_found'),
    );
  });
});
