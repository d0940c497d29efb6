import { endpoints, invoiceBounds, type BodyOf, type Endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailsTo } from '../../../test/ask-for-money.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import {
  dayIn,
  invoiceInput,
  issueInvoice,
  letDaysPass,
  readInvoice,
  tokenOf,
  writeInvoice,
} from '../../../test/write-invoice.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({ FLORIN_RATE_LIMITS: 'on' }, {}, asManyAsAServer);
});
afterAll(() => florin.close());

type Settings = BodyOf<Endpoints['changeInvoiceSettings']>;
const settings = (more: Partial<Settings> = {}): Settings => ({
  prefix: 'A-',
  rounding: 'total',
  address: ['Praça 1', 'Lisbon'],
  tax_number: 'PT123',
  auto_remind: false,
  hosts: [],
  ...more,
});
const change = ({ client }: TestMember, more: Partial<Settings>) =>
  client.call(endpoints.changeInvoiceSettings, { body: settings(more) });
const issue = ({ client }: TestMember, { id }: { id: string }) =>
  client.call(endpoints.issueInvoice, { params: { id }, body: { mail: false } });

describe('drafts', () => {
  test('a draft of an invoice can be changed and deleted, and shows its totals', async () => {
    const hana = await florin.signUp('Hana');
    const draft = await writeInvoice(hana);
    expect(draft).toMatchObject({
      state: 'draft',
      number: null,
      link: null,
      issuer: { name: 'Hana', address: [] },
      net_exact: '100.00',
      tax_exact: '20.00',
      total_exact: '120.00',
      open_exact: '0.00',
    });
    const params = { id: draft.id };
    const lines = [{ description: 'Half', quantity: '0.5', unit_price: '0.25', tax_rate: '7.7' }];
    const changed = await hana.client.call(endpoints.changeInvoice, { params, body: invoiceInput({ lines }) });
    expect(changed).toMatchObject({ total_exact: '0.14', lines: [{ quantity: '0.5', tax_rate: '7.7' }] });
    await hana.client.call(endpoints.removeInvoice, { params });
    await expect(readInvoice(hana, draft)).rejects.toMatchObject(refusedWith('not_found'));
  });

  test('rejects lines whose total is zero or too large, and impossible quantities and rates', async () => {
    const hana = await florin.signUp();
    const line = { description: 'Dust', quantity: '0.001', unit_price: '0.01', tax_rate: '0' };
    for (const one of [line, { ...line, unit_price: '1e2' }, { ...line, quantity: '2', unit_price: '999999999999' }])
      await expect(writeInvoice(hana, { lines: [one] })).rejects.toMatchObject(refusedWith('invalid_amount'));
    for (const one of [
      { ...line, quantity: '0' },
      { ...line, quantity: '1.2345' },
      { ...line, tax_rate: '100.01' },
    ])
      await expect(writeInvoice(hana, { lines: [one] })).rejects.toMatchObject(refusedWith('invalid_request'));
  });

  test('rejects a due date that does not exist', async () => {
    const hana = await florin.signUp();
    for (const due of ['0000-01-01', '2027-02-29', '2027-13-01'])
      await expect(writeInvoice(hana, { due_on: due })).rejects.toMatchObject(refusedWith('invalid_request'));
  });

  test('lists a member’s documents newest first, filtered and in pages', async () => {
    const hana = await florin.signUp();
    for (let i = 0; i < 3; i++) await issueInvoice(hana);
    const overdue = await issueInvoice(hana);
    await letDaysPass(florin, overdue, 15);
    await florin.database.ownerPool.query(
      `insert into invoices (id, issuer_id, currency, customer, lines, due_on, created_at)
       select gen_random_uuid(), issuer_id, currency, customer, lines, due_on, created_at
       from invoices, generate_series(1, 60) where id = $1`,
      [overdue.id],
    );
    const list = (state: 'draft' | 'open' | 'overdue' | 'paid' | 'all') =>
      hana.client.call(endpoints.listInvoices, { query: { state } });
    expect((await list('overdue')).map(({ id }) => id)).toEqual([overdue.id]);
    expect(await list('open')).toHaveLength(4);
    expect(await list('paid')).toEqual([]);
    const pages = [await hana.client.page(endpoints.listInvoices, { query: {} })];
    for (let next = pages[0]?.next; next; next = pages.at(-1)?.next)
      pages.push(await hana.client.page(endpoints.listInvoices, { query: { cursor: next } }));
    const ids = pages.flatMap(({ items }) => items.map(({ id }) => id));
    expect([pages.length, ids.length, new Set(ids).size]).toEqual([2, 64, 64]);
  });

  test('a member has at most 200 drafts', async () => {
    const hana = await florin.signUp();
    const { id } = await writeInvoice(hana);
    await florin.database.ownerPool.query(
      `insert into invoices (id, issuer_id, currency, customer, lines, due_on)
       select gen_random_uuid(), issuer_id, currency, customer, lines, due_on
       from invoices, generate_series(2, $2) where id = $1`,
      [id, invoiceBounds.drafts],
    );
    await expect(writeInvoice(hana)).rejects.toMatchObject(refusedWith('too_many_requests'));
  });
});

describe('issuing an invoice', () => {
  test('invoice numbers have no gaps, even when twenty invoices are issued at once and some are refused', async () => {
    const hana = await florin.signUp();
    await change(hana, { prefix: 'B-' });
    const drafts = await Promise.all(Array.from({ length: 20 }, () => writeInvoice(hana)));
    const past = await writeInvoice(hana, { due_on: dayIn(-1) });
    const outcomes = await Promise.allSettled([...drafts, past, ...drafts].map((draft) => issue(hana, draft)));
    const numbers = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value.number ?? ''] : []));
    const expected = Array.from({ length: 20 }, (_, i) => `B-${String(i + 1).padStart(4, '0')}`);
    expect([...new Set(numbers)].toSorted()).toEqual(expected);
    expect(numbers).toHaveLength(40); // issuing again changes nothing
    await expect(issue(hana, past)).rejects.toMatchObject(refusedWith('invalid_request'));
    expect((await hana.client.call(endpoints.getInvoiceSettings)).next_number).toBe('B-0021');
  });

  test('each invoice prefix has separate numbers, and a reused prefix continues its numbers', async () => {
    const hana = await florin.signUp();
    const year = new Date().getUTCFullYear();
    expect((await hana.client.call(endpoints.getInvoiceSettings)).next_number).toBe(`${year}-0001`);
    const numbers = [];
    for (const prefix of ['X-', 'Y/', 'X-']) {
      await change(hana, { prefix });
      numbers.push((await issueInvoice(hana)).number);
    }
    expect(numbers).toEqual(['X-0001', 'Y/0001', 'X-0002']);
  });

  test('an issued invoice never changes by its issuer, by settings, or in the database', async () => {
    const hana = await florin.signUp('Hana');
    await change(hana, { rounding: 'line' });
    const lines = Array.from({ length: 3 }, () => ({
      description: 'Pen',
      quantity: '1',
      unit_price: '0.99',
      tax_rate: '19',
    }));
    const invoice = await issueInvoice(hana, { lines });
    expect(invoice).toMatchObject({ rounding: 'line', total_exact: '3.54', issuer: { tax_number: 'PT123' } });
    const params = { id: invoice.id };
    const notDraft = refusedWith('invoice_not_draft');
    await expect(hana.client.call(endpoints.changeInvoice, { params, body: invoiceInput() })).rejects.toMatchObject(
      notDraft,
    );
    await expect(hana.client.call(endpoints.removeInvoice, { params })).rejects.toMatchObject(notDraft);
    await change(hana, { rounding: 'total', address: [], tax_number: null });
    await hana.client.call(endpoints.changeProfile, { body: { name: 'Hana Sato' } });
    expect(await readInvoice(hana, invoice)).toEqual(invoice);
    await expect(
      florin.database.pool.query(`update invoices set total = total + 1 where id = $1`, [invoice.id]),
    ).rejects.toThrow('is issued and cannot change');
    await expect(
      florin.database.pool.query('update invoices set paid = total + 1 where id = $1', [invoice.id]),
    ).rejects.toThrow('never_paid_too_much');
  });

  test('accepts a success URL only on registered hosts, and shows it while the host is registered', async () => {
    const hana = await florin.signUp();
    const success_url = 'https://shop.example/thanks?order=7';
    const refused = refusedWith('host_not_registered');
    await expect(writeInvoice(hana, { success_url })).rejects.toMatchObject(refused);
    await change(hana, { hosts: ['shop.example'] });
    for (const url of ['https://shop.example.evil.example/', 'https://shop.example:8443/', 'https://a.shop.example/'])
      await expect(writeInvoice(hana, { success_url: url })).rejects.toMatchObject(refused);
    for (const url of ['http://shop.example/', 'ftp://shop.example/'])
      await expect(writeInvoice(hana, { success_url: url })).rejects.toMatchObject(refusedWith('invalid_request'));
    const draft = await writeInvoice(hana, { success_url });
    const params = { token: tokenOf(await issue(hana, draft)) };
    expect((await florin.client.call(endpoints.getPublicInvoice, { params })).success_url).toBe(success_url);
    const another = await writeInvoice(hana, { success_url });
    await change(hana, { hosts: [] });
    expect((await florin.client.call(endpoints.getPublicInvoice, { params })).success_url).toBeNull();
    await expect(issue(hana, another)).rejects.toMatchObject(refused);
  });
});

describe('mails of invoices', () => {
  const customer = (email: string) => ({ name: 'Acme Ltd', email });

  test('mails an issued invoice to its customer without showing a web address of the issuer', async () => {
    const hana = await florin.signUp('Hana');
    const email = 'books@acme.example';
    const invoice = await issueInvoice(hana, { customer: customer(email), note: 'See evil.example' });
    const [mail] = await mailsTo(florin, email);
    expect(mail).toMatchObject({ subject: `Invoice ${invoice.number} from Hana: $120.00`, link: invoice.link });
    expect(mail?.body).toContain(`Hana (${hana.user.email}) sent you invoice ${invoice.number}`);
    expect(mail?.body).toContain('Their note contains a web address, so this email leaves it out.');
    expect(mail?.body).not.toContain('evil.example');
    expect(invoice.can_remind).toBe(false);
  });

  test('an address gets three mails a day from a member, and the next invoice is issued without a mail', async () => {
    const hana = await florin.signUp('Hana');
    const email = 'much@acme.example';
    for (let i = 0; i < 3; i++)
      expect((await issueInvoice(hana, { customer: customer(email) })).email_sent).toBeUndefined();
    expect(await issueInvoice(hana, { customer: customer(email) })).toMatchObject({ state: 'open', email_sent: false });
    expect(await mailsTo(florin, email)).toHaveLength(3);
  });
});
