import { randomUUID } from 'node:crypto';
import { endpoints, type InvoiceInput } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPdf } from '../../../test/read-pdf.ts';
import { readQrCodes } from '../../../test/read-qr-codes.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { dayIn, issueInvoice, payInvoice, tokenOf, writeInvoice } from '../../../test/write-invoice.ts';

let florin: TestApp;
let hana: TestMember;
let ines: TestMember;
beforeAll(async () => {
  florin = await createTestApp({ PUBLIC_URL: 'https://florin.example' });
  [hana, ines] = [await florin.signUp('Hana Sato'), await florin.signUpWith('500.00', 'Ines')];
  await hana.client.call(endpoints.changeInvoiceSettings, {
    body: {
      prefix: 'H-',
      rounding: 'total',
      address: ['Praça do Comércio 1', 'Lisbon'],
      tax_number: 'PT 123 456',
      auto_remind: false,
      hosts: [],
    },
  });
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const lines: InvoiceInput['lines'] = [
  { description: 'Concept and design of a poster', quantity: '7.5', unit_price: '85.00', tax_rate: '20' },
  { description: 'Book', quantity: '1', unit_price: '24.90', tax_rate: '5.5' },
];
const viewOf = (token: string) => florin.client.call(endpoints.getPublicInvoice, { params: { token } });

async function bytesOf(answer: Promise<Response>): Promise<Uint8Array> {
  return new Uint8Array(await (await answer).arrayBuffer());
}
const printed = (token: string) => bytesOf(florin.client.open(endpoints.printPublicInvoice, { params: { token } }));
const textsOf = (pdf: Uint8Array) => readPdf(pdf).map(({ text }) => text);

describe('the public page of an invoice', () => {
  test('shows an issued invoice to everyone with the link, without a session and without the addresses of accounts', async () => {
    const invoice = await issueInvoice(hana, { lines, customer: { name: 'Acme Ltd', email: 'acme@acme.example' } });
    const view = await viewOf(tokenOf(invoice));
    expect(view).toMatchObject({
      number: invoice.number,
      state: 'open',
      issuer: { name: 'Hana Sato', address: ['Praça do Comércio 1', 'Lisbon'], tax_number: 'PT 123 456' },
      lines: [{ net_exact: '637.50' }, { net_exact: '24.90' }],
      taxes: [
        { rate: '5.5', net_exact: '24.90', tax_exact: '1.37' },
        { rate: '20', net_exact: '637.50', tax_exact: '127.50' },
      ],
      total_exact: '791.27',
      open_exact: '791.27',
    });
    expect(JSON.stringify(view)).not.toContain(hana.user.email);
    expect(JSON.stringify(view)).not.toContain('acme@acme.example');
    expect(tokenOf(invoice)).toMatch(/^[\w-]{43}$/);
  });

  test('does not show a draft, an invoice of a frozen issuer, or an invoice with an unknown token', async () => {
    const frozen = await florin.signUp();
    const invoice = await issueInvoice(frozen);
    await florin.database.ownerPool.query('update users set disabled_at = now() where id = $1', [frozen.user.id]);
    const draft = await writeInvoice(hana);
    for (const token of [tokenOf(invoice), draft.id, randomUUID()]) {
      const unknown = refusedWith('not_found');
      await expect(viewOf(token)).rejects.toMatchObject(unknown);
      await expect(printed(token)).rejects.toMatchObject(unknown);
    }
  });

  test('shows how to pay the open amount by bank transfer to the issuer', async () => {
    const invoice = await issueInvoice(hana, { lines, currency: 'EUR' });
    const token = tokenOf(invoice);
    const [, euro] = await hana.client.call(endpoints.getFundingInstructions);
    const before = await viewOf(token);
    expect(before.transfer).toMatchObject({ holder: 'Florin Sandbox', reference: euro?.reference_printed });
    await ines.client.call(endpoints.exchangeMoney, { body: { from: 'USD', to: 'EUR', amount: '200.00' } });
    await payInvoice(ines, invoice, '91.27');
    expect((await viewOf(token)).transfer?.qr?.split('\n')).toEqual([
      'BCD',
      '002',
      '1',
      'SCT',
      'FLORDEFFXXX',
      'Florin Sandbox',
      'DE75512108001245126199',
      'EUR700.00',
      '',
      euro?.reference,
    ]);
    await hana.client.call(endpoints.recordInvoicePayment, { params: { id: invoice.id }, body: { amount: '700.00' } });
    expect((await viewOf(token)).transfer).toBeNull();
  });
});

describe('the PDF of an invoice', () => {
  test('prints issuer, customer, lines, taxes by rate, total and due date', async () => {
    const customer = { name: 'Acme Ltd', address: ['1 High Street', 'London'], tax_number: 'GB 999' };
    const invoice = await issueInvoice(hana, { lines, customer, note: 'Thank you!', due_on: dayIn(30) });
    const texts = textsOf(await printed(tokenOf(invoice)));
    for (const text of [
      'Hana Sato',
      'Praça do Comércio 1',
      'Tax number PT 123 456',
      `Invoice ${invoice.number}`,
      'Acme Ltd',
      '1 High Street',
      'Tax number GB 999',
      'Concept and design of a poster',
      '7.5',
      '637.50',
      '5.5%',
      '1.37',
      '$791.27',
      'Thank you!',
      'Page 1 of 1',
    ])
      expect(texts).toContain(text);
  });

  test('the PDF of an invoice has readable QR codes of the payment page and of the bank transfer', async () => {
    const invoice = await issueInvoice(hana, { lines, currency: 'EUR' });
    const token = tokenOf(invoice);
    const { transfer } = await viewOf(token);
    expect(readQrCodes(await printed(token))).toEqual([`https://florin.example/i/${token}`, transfer?.qr]);
    expect(transfer?.qr).toContain('\nEUR791.27\n');
    const inDollars = await issueInvoice(hana, { lines });
    expect(readQrCodes(await printed(tokenOf(inDollars)))).toEqual([inDollars.link]);
  });

  test('the PDF of an invoice continues on further pages, and does not ask for money after the invoice is paid', async () => {
    const long = Array.from({ length: 50 }, (_, i) => ({
      description: `Line ${i + 1} ${'with many words '.repeat(8)}`,
      quantity: '1',
      unit_price: '1.00',
      tax_rate: '0',
    }));
    const invoice = await issueInvoice(hana, { lines: long });
    const pdf = readPdf(await printed(tokenOf(invoice)));
    const pages = pdf.at(-1)?.page ?? 0;
    expect(pages).toBeGreaterThan(2);
    expect(pdf.map(({ text }) => text)).toContain(`Page ${pages} of ${pages}`);
    for (let i = 1; i <= 50; i++) expect(pdf.some(({ text }) => text.startsWith(`Line ${i} `))).toBe(true);
    expect(Math.max(...pdf.map(({ y }) => y))).toBeLessThan(842);
    await payInvoice(ines, invoice, '50.00');
    const paid = await printed(tokenOf(invoice));
    expect(textsOf(paid)).toEqual(expect.arrayContaining(['Paid', '−$50.00', 'Open', '$0.00']));
    expect(readQrCodes(paid)).toEqual([]);
  });

  test('prints a credit note with the number of its invoice, and a draft without a number', async () => {
    const invoice = await issueInvoice(hana);
    const note = await hana.client.call(endpoints.creditInvoice, {
      params: { id: invoice.id },
      body: { mail: false, note: 'Returned' },
    });
    const own = (id: string) => hana.client.open(endpoints.printInvoice, { params: { id } });
    const answer = await own(note.id);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="credit-note-${note.number}.pdf"`);
    const texts = textsOf(new Uint8Array(await answer.arrayBuffer()));
    expect(texts).toEqual(expect.arrayContaining([`Credit note ${note.number}`, 'For invoice', invoice.number]));
    const draft = textsOf(await bytesOf(own((await writeInvoice(hana)).id)));
    expect(draft).toContain('Draft of an invoice');
    expect(draft).not.toContain('Number');
  });

  test('anyone may print the invoices of an issuer 300 times an hour', async () => {
    const limited = await createTestApp({ FLORIN_RATE_LIMITS: 'on' });
    const invoice = await issueInvoice(await limited.signUp());
    const params = { token: tokenOf(invoice) };
    await limited.client.open(endpoints.printPublicInvoice, { params });
    await limited.database.ownerPool.query("update use_counts set used = 300 where use = 'print-public-invoice'");
    await expect(limited.client.open(endpoints.printPublicInvoice, { params })).rejects.toMatchObject(
      refusedWith('too_many_requests'),
    );
    await limited.close();
  });
});
