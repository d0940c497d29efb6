import type { InvoiceInput, InvoiceSettings } from '@florin/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ines } from '../../../test/ines.ts';
import { invoiceOf, invoiceSettings } from '../../../test/invoice-of.ts';
import { noAnswer } from '../../../test/lost-answers.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { sentBody } from '../../../test/sent-body.ts';
import { storeSession } from '../../api/stored-session.ts';
import { InvoicePage } from './invoice-page.tsx';
import { NewInvoicePage } from './new-invoice-page.tsx';

type Sent = { readonly what: string; readonly key: string | null; readonly body: unknown };

const sent: Sent[] = [];
let rounding: InvoiceSettings['rounding'];
let answer: () => Response;

const draft = invoiceOf({
  state: 'draft',
  number: null,
  link: null,
  issued_on: null,
  success_url: 'https://shop.example/thanks',
  customer: { name: 'Acme Ltd', address: ['1 High Street', 'London'], tax_number: 'GB1' },
  lines: [
    {
      description: 'Consulting',
      quantity: '2',
      unit_price: 50,
      unit_price_exact: '50.00',
      tax_rate: '20',
      net: 100,
      net_exact: '100.00',
    },
  ],
});

beforeEach(() => {
  sent.length = 0;
  rounding = 'total';
  answer = () => Response.json(draft);
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === '/api/invoice-settings') return Response.json({ ...invoiceSettings, rounding });
    if (init.method === 'GET') return Response.json(url.includes('/invoices/') ? draft : []);
    const key = new Headers(init.headers).get('idempotency-key');
    sent.push({ what: `${init.method ?? ''} ${url}`, key, body: sentBody(init) });
    return answer();
  });
  storeSession({ token: 'a-token', user: ines });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

async function openNew() {
  const user = userEvent.setup();
  renderScreen(NewInvoicePage, { at: '/invoices/new' });
  await screen.findByRole('form', { name: 'Invoice' });
  return user;
}

async function openDraft() {
  const user = userEvent.setup();
  renderScreen(InvoicePage, { at: `/invoices/${draft.id}`, route: '/invoices/$id' });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  return user;
}

type Typing = ReturnType<typeof userEvent.setup>;
const line = (number: number) => within(screen.getByRole('group', { name: `Line ${number}` }));
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const valueIn = (number: number, label: string) => line(number).getByLabelText<HTMLInputElement>(label).value;

async function fill(user: Typing, number: number, typed: Readonly<Record<string, string>>) {
  for (const [label, text] of Object.entries(typed)) {
    const input = line(number).getByLabelText(label);
    await user.clear(input);
    await user.type(input, text);
  }
}

const article = { Description: 'Article', 'Price (USD)': '0.99', 'Tax %': '19' };
const save = (user: Typing) => user.click(screen.getByRole('button', { name: 'Save draft' }));
const bodyOf = (one: Sent | undefined) => one?.body as InvoiceInput;
const totals = () => screen.getByText('Net').closest('dl')?.textContent;

test('new invoice lines have the tax of the previous line, and the last line cannot be removed', async () => {
  const user = await openNew();
  await fill(user, 1, article);
  await user.click(screen.getByRole('button', { name: 'Add line' }));
  expect([valueIn(2, 'Tax %'), valueIn(2, 'Quantity'), valueIn(2, 'Description')]).toEqual(['19', '1', '']);
  await fill(user, 2, { Description: 'Second' });
  await user.click(screen.getByRole('button', { name: 'Remove line 1' }));
  expect(valueIn(1, 'Description')).toBe('Second');
  expect(screen.queryByRole('button', { name: /Remove line/ })).toBeNull();
});

// The worked example of packages/money/src/invoice.test.ts.
test.each([
  ['total', '$0.56', '$3.53'],
  ['line', '$0.57', '$3.54'],
] as const)('the totals of three small articles show the tax rounded per %s', async (per, tax, total) => {
  rounding = per;
  const user = await openNew();
  await fill(user, 1, article);
  for (const number of [2, 3]) {
    await user.click(screen.getByRole('button', { name: 'Add line' }));
    await fill(user, number, { Description: 'Article', 'Price (USD)': '0.99' });
  }
  await waitFor(() => expect(totals()).toContain(`Tax 19%${tax}`));
  expect(totals()).toContain('$2.97');
  expect(totals()).toContain(total);
});

test('the totals of an invoice leave out an incomplete line', async () => {
  const user = await openNew();
  await fill(user, 1, { Quantity: '2', 'Price (USD)': '50' });
  expect(totals()).toContain('Total$100.00');
  await fill(user, 1, { Quantity: 'two' });
  expect(totals()).toContain('Total$0.00');
});

test.each<[string, Readonly<Record<string, string>>, string]>([
  ['no customer', {}, 'Enter the name of the customer.'],
  ['no description', { Customer: 'Acme Ltd' }, 'Enter a description.'],
])('a draft with %s names the problem and sends nothing', async (_, typed, sentence) => {
  const user = await openNew();
  for (const [label, text] of Object.entries(typed)) await user.type(field(label), text);
  await save(user);
  expect(screen.getByText(sentence)).toBeDefined();
  await user.type(field('Customer'), 'x');
  expect(screen.queryByText(sentence)).toBeNull();
  expect(sent).toEqual([]);
});

test.each([
  ['Quantity', '0', 'Enter more than 0, with 4 decimals at most.'],
  ['Quantity', '1.00001', 'Enter more than 0, with 4 decimals at most.'],
  ['Price (USD)', '-5', 'Enter more than 0, with 2 decimals at most.'],
  ['Price (USD)', '1.005', 'Enter more than 0, with 2 decimals at most.'],
  ['Tax %', '101', 'Enter 0 to 100, with 2 decimals at most.'],
])('a line with the %s %s says what the field needs and sends nothing', async (label, text, sentence) => {
  const user = await openNew();
  await user.type(field('Customer'), 'Acme Ltd');
  await fill(user, 1, article);
  await fill(user, 1, { [label]: text });
  await save(user);
  expect(screen.getByText(sentence)).toBeDefined();
  expect(sent).toEqual([]);
});

test('a new draft of an invoice can be written with only the keyboard, and its page opens', async () => {
  const user = await openNew();
  field('Customer').focus();
  await user.keyboard('Acme Ltd');
  await user.tab();
  await user.keyboard('acme@mail.example');
  line(1).getByLabelText('Description').focus();
  await user.keyboard('Consulting');
  await user.tab();
  expect(document.activeElement).toBe(line(1).getByLabelText('Quantity'));
  await user.tab();
  await user.keyboard('50');
  await user.tab();
  await user.tab();
  await user.keyboard('{Enter}');
  await fill(user, 2, { Description: 'Travel', 'Price (USD)': '1,200.5' });
  await user.keyboard('{Enter}');
  expect(await screen.findByText(`at /invoices/$id`)).toBeDefined();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.what).toBe('POST /api/invoices');
  expect(bodyOf(sent[0])).toMatchObject({
    currency: 'USD',
    customer: { name: 'Acme Ltd', email: 'acme@mail.example', address: [], tax_number: null },
    lines: [
      { description: 'Consulting', quantity: '1', unit_price: '50.00', tax_rate: '0' },
      { description: 'Travel', quantity: '1', unit_price: '1200.50', tax_rate: '0' },
    ],
    note: null,
    success_url: null,
  });
});

test('a failed save of an invoice keeps the typed text, and the retry has the same idempotency key', async () => {
  const user = await openNew();
  await user.type(field('Customer'), 'Acme Ltd');
  await user.type(field('Address'), '1 High Street{Enter}London');
  await fill(user, 1, article);
  await user.type(field('Note'), 'Thank you!');
  const refusal = { code: 'too_many_requests', detail: 'You have 200 drafts.', request_id: 'r' };
  const failures = [
    [noAnswer, /did not answer/],
    [() => Response.json(refusal, { status: 429 }), 'You have 200 drafts.'],
  ] as const;
  for (const [failure, sentence] of failures) {
    answer = failure;
    await save(user);
    expect(await screen.findByText(sentence)).toBeDefined();
    expect([field('Customer').value, field('Address').value, field('Note').value]).toEqual([
      'Acme Ltd',
      '1 High Street\nLondon',
      'Thank you!',
    ]);
    expect([valueIn(1, 'Description'), valueIn(1, 'Price (USD)'), valueIn(1, 'Tax %')]).toEqual([
      'Article',
      '0.99',
      '19',
    ]);
  }
  answer = () => Response.json(draft);
  await save(user);
  expect(await screen.findByText('at /invoices/$id')).toBeDefined();
  expect(sent.map(({ body }) => body)).toEqual(sent.map(() => sent[0]?.body));
  expect(sent[0]?.key).toMatch(/^[\da-f-]{36}$/);
  expect(sent[1]?.key).toBe(sent[0]?.key);
});

test('an edited draft is saved with all its fields, even fields that the form does not show', async () => {
  const user = await openDraft();
  expect([field('Customer').value, field('Tax number').value, valueIn(1, 'Price (USD)')]).toEqual([
    'Acme Ltd',
    'GB1',
    '50.00',
  ]);
  await user.selectOptions(field('Currency'), 'EUR');
  await fill(user, 1, { 'Price (EUR)': '60' });
  await save(user);
  expect(await screen.findByRole('button', { name: 'Edit' })).toBeDefined();
  expect(sent[0]?.what).toBe(`PUT /api/invoices/${draft.id}`);
  expect(bodyOf(sent[0])).toMatchObject({
    currency: 'EUR',
    customer: { name: 'Acme Ltd', address: ['1 High Street', 'London'], tax_number: 'GB1' },
    lines: [{ description: 'Consulting', quantity: '2', unit_price: '60.00', tax_rate: '20' }],
    success_url: 'https://shop.example/thanks',
  });
});

test('an invoice that another person changed meanwhile says why it was not saved, and keeps the form', async () => {
  const user = await openDraft();
  await fill(user, 1, { Description: 'Workshop' });
  const detail = 'This invoice is issued and never changes. Write a credit note instead.';
  answer = () => Response.json({ code: 'invoice_not_draft', detail, request_id: 'r' }, { status: 409 });
  await save(user);
  expect(await screen.findByText(detail)).toBeDefined();
  expect(valueIn(1, 'Description')).toBe('Workshop');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(await screen.findByRole('button', { name: 'Edit' })).toBeDefined();
});
