import type { Invoice } from '@florin/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findToast } from '../../../test/find-toast.ts';
import { ines } from '../../../test/ines.ts';
import { invoiceOf, invoiceSettings as settings } from '../../../test/invoice-of.ts';
import { noAnswer } from '../../../test/lost-answers.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { sentBody } from '../../../test/sent-body.ts';
import { storeSession } from '../../api/stored-session.ts';
import { InvoicePage } from './invoice-page.tsx';
import { InvoicesPage } from './invoices-page.tsx';

type Sent = { readonly what: string; readonly key: string | null; readonly body: unknown };
const sent: Sent[] = [];
let shown: Invoice;
let answer: () => Response;

beforeEach(() => {
  sent.length = 0;
  answer = () => Response.json(shown);
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (init.method === 'GET' && url === '/api/invoice-settings') return Response.json(settings);
    if (init.method === 'GET') return Response.json(url.includes('/invoices/') ? shown : []);
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

/** Opens the page of an invoice, and the dialog of a button. */
async function open(invoice: Invoice, button: string) {
  const user = userEvent.setup();
  shown = invoice;
  renderScreen(InvoicePage, { at: `/invoices/${invoice.id}`, route: '/invoices/$id' });
  await user.click(await screen.findByRole('button', { name: button }));
  return { user, dialog: within(await screen.findByRole('dialog', { name: button })) };
}

async function openSettings() {
  const user = userEvent.setup();
  renderScreen(InvoicesPage, { at: '/invoices' });
  await user.click(await screen.findByRole('button', { name: 'Settings' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Invoice settings' }));
  await dialog.findByLabelText('Number prefix');
  return { user, dialog };
}

const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const at = (what: string) => `${what.replace('…', `/api/invoices/${invoiceOf().id}`)}`;

test('the credit note of an unpaid invoice cancels the whole invoice after one confirmation', async () => {
  const { user, dialog } = await open(invoiceOf(), 'Credit note');
  expect(dialog.getByLabelText<HTMLInputElement>('Cancel the whole invoice').checked).toBe(true);
  expect(dialog.queryByLabelText('Description')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Issue credit note' }));
  expect(await findToast('Credit note issued')).toBeDefined();
  await closed();
  expect(sent).toMatchObject([{ what: at('POST …/credit-notes'), body: { mail: true } }]);
});

test("a credit note over some lines shows their total with the invoice's rounding", async () => {
  const { user, dialog } = await open(invoiceOf({ rounding: 'line' }), 'Credit note');
  await user.click(dialog.getByLabelText('Cancel the whole invoice'));
  await user.click(dialog.getByLabelText('Mail it to acme@mail.example'));
  await user.click(dialog.getByRole('button', { name: 'Issue credit note' }));
  expect(dialog.getByText('Enter a description.')).toBeDefined();
  expect(sent).toEqual([]);
  const fill = async (label: string, text: string) => {
    await user.clear(dialog.getByLabelText(label));
    await user.type(dialog.getByLabelText(label), text);
  };
  await fill('Description', 'Three articles back');
  await fill('Quantity', '3');
  await fill('Price (USD)', '0.99');
  await fill('Tax %', '19{Enter}');
  await closed();
  expect(sent[0]?.body).toEqual({
    lines: [{ description: 'Three articles back', quantity: '3', unit_price: '0.99', tax_rate: '19' }],
    mail: false,
  });
});

test('an invoice with a payment cannot be canceled as a whole', async () => {
  const payment = { id: 'p1', payer: null, amount: 20, amount_exact: '20.00', paid_at: '2026-11-30T12:00:00.000Z' };
  const { dialog } = await open(invoiceOf({ state: 'partly_paid', payments: [payment] }), 'Credit note');
  expect(dialog.queryByLabelText('Cancel the whole invoice')).toBeNull();
  expect(dialog.getByLabelText('Description')).toBeDefined();
});

test('a credit note that is too large stays in the dialog with the reason and the typed text', async () => {
  const { user, dialog } = await open(invoiceOf(), 'Credit note');
  await user.click(dialog.getByLabelText('Cancel the whole invoice'));
  await user.type(dialog.getByLabelText('Description'), 'Back');
  await user.type(dialog.getByLabelText('Price (USD)'), '500');
  const detail = 'A credit note cannot be larger than what is open.';
  answer = () => Response.json({ code: 'credit_too_large', detail, request_id: 'r' }, { status: 409 });
  await user.click(dialog.getByRole('button', { name: 'Issue credit note' }));
  expect(await dialog.findByText(detail)).toBeDefined();
  expect(dialog.getByLabelText<HTMLInputElement>('Description').value).toBe('Back');
  expect(dialog.getByLabelText<HTMLInputElement>('Price (USD)').value).toBe('500');
});

test('the payment dialog starts with the open amount, and retries a lost answer with the same key', async () => {
  const { user, dialog } = await open(invoiceOf({ open: 100, open_exact: '100.00' }), 'Record a payment');
  const amount = dialog.getByLabelText<HTMLInputElement>('Amount');
  expect(amount.value).toBe('100.00');
  answer = noAnswer;
  await user.click(dialog.getByRole('button', { name: 'Record payment' }));
  expect(await dialog.findByText(/did not answer/)).toBeDefined();
  expect(amount.value).toBe('100.00');
  answer = () => Response.json(shown);
  await user.click(dialog.getByRole('button', { name: 'Record payment' }));
  expect(await findToast('Payment recorded')).toBeDefined();
  await closed();
  expect(sent.map(({ what, body }) => [what, body])).toEqual([
    [at('POST …/payments'), { amount: '100.00' }],
    [at('POST …/payments'), { amount: '100.00' }],
  ]);
  expect(sent[1]?.key).toBe(sent[0]?.key);
});

test.each([
  ['', 'Please enter an amount'],
  ['0', 'Amount must be greater than 0'],
  ['1.005', 'An amount in USD has at most 2 decimals'],
])('a payment of "%s" is not recorded, and its field names the reason', async (text, sentence) => {
  const { user, dialog } = await open(invoiceOf(), 'Record a payment');
  await user.clear(dialog.getByLabelText('Amount'));
  await user.type(dialog.getByLabelText('Amount'), `${text}{Enter}`);
  expect(dialog.getByText(sentence)).toBeDefined();
  expect(sent).toEqual([]);
});

test.each(['Credit note', 'Record a payment'])('Escape closes the dialog %s and changes nothing', async (button) => {
  const { user } = await open(invoiceOf(), button);
  await user.keyboard('{Escape}');
  await closed();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: button }));
  expect(sent).toEqual([]);
});

test('the invoice settings are saved with one host and one address line per text line', async () => {
  const { user, dialog } = await openSettings();
  expect(dialog.getByText('The next number is 2026-0008.')).toBeDefined();
  await user.selectOptions(dialog.getByLabelText('Tax rounding'), 'For each line');
  await user.type(dialog.getByLabelText('Hosts of your shop'), ' shop.example {Enter}{Enter}a.example');
  await user.click(dialog.getByLabelText('Remind the customer three days after the due date'));
  answer = () => Response.json(settings);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await findToast('Settings saved')).toBeDefined();
  await closed();
  expect(sent[0]).toMatchObject({
    what: 'PUT /api/invoice-settings',
    body: { rounding: 'line', hosts: ['shop.example', 'a.example'], auto_remind: true, address: ['1 High Street'] },
  });
});

test('refused invoice settings stay in the dialog with the reason', async () => {
  const { user, dialog } = await openSettings();
  await user.type(dialog.getByLabelText('Hosts of your shop'), 'no host');
  const detail = 'Enter a host such as shop.example.';
  answer = () => Response.json({ code: 'invalid_request', detail, request_id: 'r' }, { status: 422 });
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(detail)).toBeDefined();
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Hosts of your shop').value).toBe('no host');
});

const draft = () => invoiceOf({ state: 'draft', number: null, link: null, issued_on: null });

test('a draft is issued without a mail if the mail box is not ticked', async () => {
  const user = userEvent.setup();
  shown = draft();
  renderScreen(InvoicePage, { at: `/invoices/${shown.id}`, route: '/invoices/$id' });
  await user.click(await screen.findByLabelText('Mail it to acme@mail.example'));
  await user.click(screen.getByRole('button', { name: 'Issue' }));
  expect(await findToast('Invoice issued')).toBeDefined();
  expect(sent).toMatchObject([{ what: at('POST …/issue'), body: { mail: false } }]);
});

test('a failed issue of an invoice says why, and the draft stays', async () => {
  const user = userEvent.setup();
  shown = draft();
  renderScreen(InvoicePage, { at: `/invoices/${shown.id}`, route: '/invoices/$id' });
  const detail = 'The due date is in the past. Choose a later one.';
  answer = () => Response.json({ code: 'invalid_request', detail, request_id: 'r' }, { status: 422 });
  await user.click(await screen.findByRole('button', { name: 'Issue' }));
  expect(await screen.findByText(detail)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Edit' })).toBeDefined();
});

test('a draft of an invoice is deleted only after a confirmation', async () => {
  const { user, dialog } = await openDeletion();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await closed();
  expect(sent).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Delete draft' }));
  answer = () => new Response(null, { status: 204 });
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('at /invoices')).toBeDefined();
  expect(await findToast('Draft deleted')).toBeDefined();
  expect(sent.map(({ what }) => what)).toEqual([at('DELETE …')]);
});

test('a draft that could not be deleted stays, and the dialog says why', async () => {
  const { user, dialog } = await openDeletion();
  answer = noAnswer;
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await dialog.findByText(/did not answer/)).toBeDefined();
  await user.keyboard('{Escape}');
  await closed();
  expect(screen.getByRole('button', { name: 'Edit' })).toBeDefined();
});

async function openDeletion() {
  const user = userEvent.setup();
  shown = draft();
  renderScreen(InvoicePage, { at: `/invoices/${shown.id}`, route: '/invoices/$id' });
  await user.click(await screen.findByRole('button', { name: 'Delete draft' }));
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Delete this draft?' })) };
}
