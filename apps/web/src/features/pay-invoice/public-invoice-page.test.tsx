import type { PublicInvoice } from '@florin/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import { PublicInvoicePage } from './public-invoice-page.tsx';

const invoiceOf = (given: Partial<PublicInvoice> = {}): PublicInvoice => ({
  number: '2026-0007',
  issued_on: '2026-11-20',
  kind: 'invoice',
  state: 'open',
  currency: 'EUR',
  rounding: 'total',
  issuer: { name: 'Hana Sato', address: ['Rua do Ouro 17'], tax_number: null },
  customer: { name: 'Acme Ltd', address: [], tax_number: null },
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
  taxes: [{ rate: '20', net: 100, net_exact: '100.00', tax: 20, tax_exact: '20.00' }],
  net: 100,
  net_exact: '100.00',
  tax: 20,
  tax_exact: '20.00',
  total: 120,
  total_exact: '120.00',
  paid: 0,
  paid_exact: '0.00',
  credited: 0,
  credited_exact: '0.00',
  open: 120,
  open_exact: '120.00',
  due_on: '2026-12-04',
  note: null,
  credits_number: null,
  credit_notes: [],
  success_url: null,
  transfer: null,
  ...given,
});

const transfer = {
  holder: 'Florin Sandbox',
  bank: 'Florin Bank',
  account: [{ label: 'IBAN', value: 'DE75 5121 0800 1245 1261 99' }],
  reference: 'RF63 5614 2521 4090',
  qr: 'BCD\n002\n1\nSCT\nFLORDEFFXXX\nFlorin Sandbox\nDE75512108001245126199\nEUR120.00\n\nRF63561425214090',
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(answer: () => Response) {
  vi.stubGlobal('fetch', async () => answer());
  renderScreen(PublicInvoicePage, { at: '/i/a-token', route: '/i/$token' });
}

const showInvoice = async (given: Partial<PublicInvoice> = {}) => {
  show(() => Response.json(invoiceOf(given)));
  return within(await screen.findByRole('article'));
};

test('the page of an open invoice asks a visitor to log in and shows the bank transfer with its code', async () => {
  const sheet = await showInvoice({ transfer });
  expect(sheet.getByRole('heading', { name: 'Invoice 2026-0007' })).toBeDefined();
  expect(document.title).toMatch(/^2026-0007/);
  expect(sheet.getByText('Open')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Log in to pay' })).toBeDefined();
  const byTransfer = within(screen.getByRole('region', { name: 'Or pay by bank transfer' }));
  expect(byTransfer.getByText('RF63 5614 2521 4090')).toBeDefined();
  expect(await byTransfer.findByRole('img', { name: 'QR code of the bank transfer' })).toBeDefined();
});

test('the page of an invoice in another currency has no code', async () => {
  await showInvoice({ transfer: { ...transfer, qr: null } });
  expect(screen.getByText('RF63 5614 2521 4090')).toBeDefined();
  expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull();
});

test.each<[string, Partial<PublicInvoice>]>([
  ['Partly paid', { state: 'partly_paid', paid: 20, paid_exact: '20.00', open: 100, open_exact: '100.00' }],
  ['Overdue', { state: 'overdue' }],
])('the page of an invoice that is %s can be paid', async (word, given) => {
  const sheet = await showInvoice(given);
  expect(sheet.getByText(word)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Log in to pay' })).toBeDefined();
});

test.each<[string, PublicInvoice['state'], string]>([
  ['Paid', 'paid', 'This invoice is paid'],
  ['Canceled', 'cancelled', 'This invoice was canceled'],
])('the page of an invoice that is %s asks for no payment, and shows no bank transfer', async (word, state, title) => {
  const sheet = await showInvoice({ state, open: 0, open_exact: '0.00', transfer });
  expect(sheet.getByText(word)).toBeDefined();
  expect(screen.getByRole('heading', { name: title })).toBeDefined();
  for (const name of ['Log in to pay', 'Sign Up']) expect(screen.queryByRole('link', { name })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Or pay by bank transfer' })).toBeNull();
});

test('the page of a credit note names the reduced invoice, and has nothing to pay', async () => {
  const sheet = await showInvoice({ kind: 'credit_note', state: 'issued', due_on: null, credits_number: '2026-0006' });
  expect(sheet.getByText(/Reduces invoice 2026-0006/)).toBeDefined();
  expect(screen.getByRole('heading', { name: 'This is a credit note' })).toBeDefined();
  expect(document.title).toContain('Credit note');
});

test('the page of an unknown invoice link says that the link is unknown and that nothing was paid', async () => {
  show(() => Response.json({ code: 'not_found', detail: 'Not found.', request_id: '1' }, { status: 404 }));
  expect(await screen.findByRole('heading', { name: 'Invoice not found' })).toBeDefined();
  expect(screen.getByText(/Nothing was paid/)).toBeDefined();
});
