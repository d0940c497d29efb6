import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dashboardServer, visa } from '../../../test/dashboard-server.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { DashboardPage } from './dashboard-page.tsx';

let server: ReturnType<typeof dashboardServer>;

beforeEach(() => {
  server = dashboardServer();
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

const opener = async (wallet: string) =>
  within(await screen.findByRole('article', { name: wallet })).getByRole('button', { name: 'Add Funds' });

/** Opens the dialog from a wallet's card. */
async function openFrom(wallet: string) {
  renderScreen(DashboardPage, { at: '/dashboard' });
  await userEvent.click(await opener(wallet));
  return within(await screen.findByRole('dialog', { name: 'Add Funds' }));
}

type OpenDialog = Awaited<ReturnType<typeof openFrom>>;
const enter = async (dialog: OpenDialog, amount: string) =>
  userEvent.type(await dialog.findByRole('textbox', { name: 'Amount' }), amount);
const refusal = (status: number, code: string, detail: string) => () =>
  Response.json({ code, detail, request_id: 'r1' }, { status });

test('the dialog adds to the wallet it was opened from, and says so', async () => {
  const dialog = await openFrom('Euro');
  await userEvent.click(await dialog.findByRole('button', { name: '€500' }));
  expect(dialog.getByText('Visa is charged').parentElement?.textContent).toBe('Visa is charged€500.00');
  await userEvent.click(dialog.getByRole('button', { name: 'Add €500.00' }));
  expect(await screen.findByText('Added €500.00 to your EUR wallet')).toBeDefined();
  expect(server.calls.map(({ body }) => body)).toEqual([
    { amount: '500.00', currency: 'EUR', payment_method_id: visa.id },
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(await opener('Euro'));
});

test.each([
  ['', 'Please enter an amount'],
  ['0', 'Amount must be greater than 0'],
  ['0.99', 'Add between $1.00 and $25,000.00 at a time.'],
  ['25000.01', 'Add between $1.00 and $25,000.00 at a time.'],
])('the amount "%s" is answered with "%s", and nothing is sent', async (amount, sentence) => {
  const dialog = await openFrom('US Dollar');
  await enter(dialog, `${amount}{Enter}`);
  expect(await dialog.findByText(sentence)).toBeDefined();
  expect(await screen.findAllByText(sentence)).toHaveLength(2); // at the field and as a toast
  expect(server.calls).toEqual([]);
});

test('a declined card is said in the dialog, which stays', async () => {
  const detail = 'Visa •••• 0002 was declined. Nothing was charged; please use another payment method.';
  server.answers['POST /api/wallets/deposits'] = refusal(409, 'payment_declined', detail);
  const dialog = await openFrom('US Dollar');
  await enter(dialog, '250{Enter}');
  expect(await dialog.findByText(detail)).toBeDefined();
});

test('when the answer is lost, trying again keeps the key, even after the dialog was closed', async () => {
  const works = server.answers['POST /api/wallets/deposits'];
  server.answers['POST /api/wallets/deposits'] = () => {
    throw new TypeError('the network is gone');
  };
  const dialog = await openFrom('US Dollar');
  await enter(dialog, '250{Enter}');
  expect(await dialog.findByText(/did not answer/)).toBeDefined();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  if (works) server.answers['POST /api/wallets/deposits'] = works;
  await userEvent.click(await opener('US Dollar'));
  await enter(within(await screen.findByRole('dialog')), '250{Enter}');
  expect(await screen.findByText('Added $250.00 to your USD wallet')).toBeDefined();
  const [first, second] = server.calls;
  expect(first?.key).toBeTruthy();
  expect(second?.key).toBe(first?.key);
});

test('without a card the sandbox offers its own', async () => {
  server.answers['/api/payment-methods'] = () => Response.json([]);
  server.answers['POST /api/payment-methods'] = () => {
    server.answers['/api/payment-methods'] = () => Response.json([visa]);
    return Response.json(visa);
  };
  const dialog = await openFrom('US Dollar');
  await enter(dialog, '50{Enter}');
  expect(await dialog.findByText('Please choose a payment method')).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Visa •••• 4242' }));
  expect(await dialog.findByLabelText('Payment method')).toHaveProperty('value', visa.id);
  expect(server.calls).toEqual([{ url: '/api/payment-methods', body: { token: 'tok_visa' }, key: null }]);
});
