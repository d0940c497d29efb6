import type { CardPayment } from '@florin/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dashboardServer } from '../../../../test/dashboard-server.ts';
import { findToast } from '../../../../test/find-toast.ts';
import { renderScreen } from '../../../../test/render-screen.tsx';
import { DashboardPage } from '../dashboard-page.tsx';

const url = 'https://checkout.stripe.com/c/pay/cs_1';
const payment: CardPayment = {
  id: '01890000-0000-7000-8000-000000000001',
  kind: 'deposit',
  state: 'waiting',
  amount: 80,
  amount_exact: '80.00',
  currency: 'USD',
  method: 'Card',
  url,
};
let server: ReturnType<typeof dashboardServer>;
const assign = vi.fn<(url: string) => void>();

beforeEach(() => {
  document.head.innerHTML = '<meta name="florin-mode" content="live" /><meta name="florin-cards" content="on" />';
  assign.mockReset();
  vi.stubGlobal('location', { href: location.href, assign });
  server = dashboardServer();
  server.answers['/api/payment-methods'] = () => Response.json([]);
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
  document.head.replaceChildren();
});

async function openDialog() {
  renderScreen(DashboardPage, { at: '/dashboard' });
  const card = await screen.findByRole('article', { name: 'US Dollar' });
  await userEvent.click(within(card).getByRole('button', { name: 'Add Funds' }));
  return screen.findByRole('dialog', { name: 'Add Funds' });
}

test('Add Funds leads to the page of the card processor', async () => {
  server.answers['POST /api/card-deposits'] = () => Response.json(payment);
  const dialog = await openDialog();
  await userEvent.type(await within(dialog).findByRole('textbox', { name: 'Amount' }), '80');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add $80.00' }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith(url));
  expect(server.calls.at(-1)).toMatchObject({ body: { amount: '80.00', currency: 'USD' } });
});

test('Add Funds stays in the form when the page of the card processor cannot be opened', async () => {
  server.answers['POST /api/card-deposits'] = () =>
    Response.json({ detail: 'Your card was not charged.', code: 'payment_declined' }, { status: 409 });
  const dialog = await openDialog();
  await userEvent.type(await within(dialog).findByRole('textbox', { name: 'Amount' }), '80');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add $80.00' }));
  await findToast('Your card was not charged.');
  expect(assign).not.toHaveBeenCalled();
});

test('Add Funds leads to the bank of a saved card if the bank asks for a confirmation', async () => {
  const visa = { id: 'm1', type: 'card', label: 'Visa •••• 4242', is_default: true, brand: 'Visa' };
  server.answers['/api/payment-methods'] = () => Response.json([visa]);
  server.answers['POST /api/wallets/deposits'] = () =>
    Response.json(
      { detail: 'Confirm the payment at your bank.', code: 'payment_needs_confirmation', url },
      { status: 409 },
    );
  const dialog = await openDialog();
  await userEvent.type(await within(dialog).findByRole('textbox', { name: 'Amount' }), '80');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add $80.00' }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith(url));
});
