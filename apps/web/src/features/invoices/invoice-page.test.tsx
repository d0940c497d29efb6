import type { Invoice } from '@florin/contract';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { findToast } from '../../../test/find-toast.ts';
import { ines } from '../../../test/ines.ts';
import { invoiceOf } from '../../../test/invoice-of.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { storeSession } from '../../api/stored-session.ts';
import { InvoicePage } from './invoice-page.tsx';

const sent: string[] = [];

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  sent.length = 0;
});

async function show(invoice: Invoice) {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (init.method !== 'GET') sent.push(`${init.method ?? ''} ${url}`);
    return Response.json(url.includes('/invoices/') ? invoice : []);
  });
  storeSession({ token: 'a-token', user: ines });
  renderScreen(InvoicePage, { at: `/invoices/${invoice.id}`, route: '/invoices/$id' });
  return within(await screen.findByRole('article'));
}

test('an issued invoice shows its link and the HTML of a payment button for other websites', async () => {
  await show(invoiceOf());
  const share = within(screen.getByRole('region', { name: 'Link for your customer' }));
  expect(share.getByText('https://florin.example/i/a-token')).toBeDefined();
  expect(share.getByText(/<florin-pay href="https:\/\/florin\.example\/i\/a-token">/).textContent).toContain(
    '<script src="https://florin.example/pay-with-florin.js" async></script>',
  );
  expect(share.getByRole('button', { name: 'Copy button' })).toBeDefined();
});

test('the page title names an invoice by its number, and a draft by its customer', async () => {
  await show(invoiceOf());
  expect(document.title).toMatch(/^2026-0007/);
  cleanup();
  await show(invoiceOf({ state: 'draft', number: null }));
  expect(document.title).toMatch(/^Acme Ltd/);
});

test('the title and the name of a credit note do not call it an invoice', async () => {
  await show(invoiceOf({ kind: 'credit_note', state: 'issued', credits_number: '2026-0006' }));
  expect(document.title).toMatch(/^2026-0007 · Credit note/);
  expect(screen.getByRole('article', { name: 'Credit note' })).toBeDefined();
});

test('the invoice page sends a reminder, and shows the reason if the reminder is too early', async () => {
  await show(invoiceOf());
  await userEvent.click(screen.getByRole('button', { name: 'Send a reminder' }));
  expect(await findToast('Reminder requested')).toBeDefined();
  expect(sent).toEqual([`POST /api/invoices/${invoiceOf().id}/remind`]);
  cleanup();
  await show(invoiceOf({ can_remind: false }));
  expect(screen.getByRole('button', { name: /Send a reminder/ }).getAttribute('aria-disabled')).toBe('true');
});

test.each<[string, Partial<Invoice>]>([
  ['Paid', { state: 'paid', open: 0, open_exact: '0.00' }],
  ['Canceled', { state: 'cancelled', open: 0, open_exact: '0.00' }],
])('an invoice that is %s has no next steps', async (word, given) => {
  const sheet = await show(invoiceOf(given));
  expect(sheet.getByText(word)).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Next steps' })).toBeNull();
});

test('payments of an invoice name the payer, and only recorded payments can be removed', async () => {
  const paid = { amount: 20, amount_exact: '20.00', paid_at: '2026-11-30T12:00:00.000Z' };
  await show(
    invoiceOf({
      state: 'partly_paid',
      payments: [
        { ...paid, id: 'p1', payer: { name: 'Nora Lind', email: 'nora@mail.example' } },
        { ...paid, id: 'p2', payer: null },
      ],
    }),
  );
  const payments = within(screen.getByRole('region', { name: 'Payments' }));
  expect(payments.getByText(/Nora Lind/)).toBeDefined();
  await userEvent.click(payments.getByRole('button', { name: 'Remove' }));
  expect(await findToast('Payment removed')).toBeDefined();
  expect(sent).toEqual([`DELETE /api/invoices/${invoiceOf().id}/payments/p2`]);
});
