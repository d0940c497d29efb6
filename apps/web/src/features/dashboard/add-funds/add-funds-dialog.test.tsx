import type { Transaction } from '@florin/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bank, dashboardServer, deposit, visa } from '../../../../test/dashboard-server.ts';
import { leaveAndReturn } from '../../../../test/leave-and-return.ts';
import { renderScreen } from '../../../../test/render-screen.tsx';
import { DashboardPage } from '../dashboard-page.tsx';

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
const sumsOf = (dialog: OpenDialog) => dialog.getAllByRole('term').map((term) => term.parentElement?.textContent);
const euros = { ...deposit, currency: 'EUR', counter_currency: 'EUR' };
const refusal = (status: number, code: string, detail: string) => () =>
  Response.json({ code, detail, request_id: 'r1' }, { status });

test('Add Funds by card shows the fee and bounds first, then the new balance', async () => {
  server.answers['POST /api/wallets/deposits'] = () => Response.json({ ...euros, balance_after_exact: '3714.80' });
  const dialog = await openFrom('Euro');
  await userEvent.click(await dialog.findByRole('button', { name: '€500' }));
  expect(dialog.getByText('Fee').parentElement?.textContent).toBe('Fee€0.00');
  expect(dialog.getByText('Visa is charged').parentElement?.textContent).toBe('Visa is charged€500.00');
  expect(dialog.getByText(/Between €1.00 and €25,000.00/)).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Add €500.00' }));
  expect(await dialog.findByRole('heading', { name: '€500.00 added' })).toBeDefined();
  expect(sumsOf(dialog)).toEqual(['Before€3,214.80', 'Added+€500.00', 'Euro balance€3,714.80']);
  expect(server.calls.map(({ body }) => body)).toEqual([
    { amount: '500.00', currency: 'EUR', payment_method_id: visa.id },
  ]);
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Done' }));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(await opener('Euro'));
});

test('Add more resets the amount of a deposit without closing the dialog', async () => {
  const dialog = await openFrom('US Dollar');
  await enter(dialog, '500{Enter}');
  await userEvent.click(await dialog.findByRole('button', { name: 'Add more' }));
  expect(await dialog.findByRole('textbox', { name: 'Amount' })).toHaveProperty('value', '');
});

test.each([
  ['', 'Please enter an amount'],
  ['0', 'Amount must be greater than 0'],
  ['0.99', 'Add between $1.00 and $25,000.00 at a time.'],
  ['25000.01', 'Add between $1.00 and $25,000.00 at a time.'],
])('Add Funds answers the amount "%s" with "%s" and sends no request', async (amount, sentence) => {
  const dialog = await openFrom('US Dollar');
  await enter(dialog, `${amount}{Enter}`);
  expect(await dialog.findByText(sentence)).toBeDefined();
  await waitFor(() => expect(screen.getAllByText(sentence)).toHaveLength(2)); // once at the field, once as a toast
  expect(server.calls).toEqual([]);
});

test('a declined card shows that nothing was charged and offers another payment method', async () => {
  const detail = 'Visa •••• 4242 was declined. Nothing was charged. Use another payment method.';
  server.answers['POST /api/wallets/deposits'] = refusal(409, 'payment_declined', detail);
  const dialog = await openFrom('US Dollar');
  await enter(dialog, '250{Enter}');
  expect(await dialog.findByRole('heading', { name: 'Visa •••• 4242 was declined' })).toBeDefined();
  expect(dialog.getByText(detail)).toBeDefined();
  expect(sumsOf(dialog)).toEqual(['Attempted$250.00', 'Charged$0.00']);
  server.answers['POST /api/wallets/deposits'] = () => Response.json(pending);
  await userEvent.click(dialog.getByRole('button', { name: 'Try again with Sandbox Bank' }));
  expect(await dialog.findByRole('heading', { name: '$250.00 is on its way' })).toBeDefined();
  const [first, second] = server.calls;
  expect(second?.body).toEqual({ amount: '250.00', currency: 'USD', payment_method_id: bank.id });
  expect(second?.key).not.toBe(first?.key);
});

test('Change amount keeps the amount of a declined deposit and selects another method', async () => {
  server.answers['POST /api/wallets/deposits'] = refusal(409, 'payment_declined', 'It was declined.');
  const dialog = await openFrom('US Dollar');
  await enter(dialog, '250{Enter}');
  await userEvent.click(await dialog.findByRole('button', { name: 'Change amount' }));
  expect(await dialog.findByRole('textbox', { name: 'Amount' })).toHaveProperty('value', '250');
  expect(dialog.getByLabelText('Payment method')).toHaveProperty('value', bank.id);
});

const pending: Transaction = {
  ...deposit,
  id: 'h7',
  amount: 0,
  amount_exact: '0.00',
  counter_amount: 250,
  counter_amount_exact: '250.00',
  status: 'pending',
  payment_method: bank.label,
  timeline: [
    { step: 'started', at: '2026-10-24T09:12:00.000Z' },
    { step: 'completed', at: null },
  ],
};

async function addFromBank() {
  server.answers['/api/payment-methods'] = () => Response.json([bank]);
  server.answers['POST /api/wallets/deposits'] = () => Response.json(pending);
  server.answers['/api/transactions/h7'] = () => Response.json(pending);
  const dialog = await openFrom('US Dollar');
  await enter(dialog, '250');
  expect(dialog.getByText('Sandbox Bank sends').parentElement?.textContent).toBe('Sandbox Bank sends$250.00');
  await userEvent.click(dialog.getByRole('button', { name: 'Add $250.00' }));
  expect(await dialog.findByRole('heading', { name: '$250.00 is on its way' })).toBeDefined();
  return dialog;
}

test('a bank deposit is polled until it completes', async () => {
  const dialog = await addFromBank();
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Requested, done/),
    'Waiting for your bank, in progress',
    'In your US Dollar wallet, upcoming',
  ]);
  server.answers['/api/transactions/h7'] = () =>
    Response.json({ ...pending, status: 'completed', balance_after: 12730.35, balance_after_exact: '12730.35' });
  expect(await dialog.findByRole('heading', { name: '$250.00 added' })).toBeDefined();
  expect(sumsOf(dialog)).toEqual(['Before$12,480.35', 'Added+$250.00', 'US Dollar balance$12,730.35']);
});

test('a failed bank deposit shows the bank’s reason and can be retried', async () => {
  const dialog = await addFromBank();
  const reason = 'Your bank couldn’t find this account.';
  server.answers['/api/transactions/h7'] = () => Response.json({ ...pending, status: 'returned', reason });
  expect(await dialog.findByRole('heading', { name: '$250.00 did not arrive' })).toBeDefined();
  expect(dialog.getByText(reason)).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByRole('textbox', { name: 'Amount' })).toHaveProperty('value', '250');
});

test('a slow deposit shows its progress and continues after the dialog closes', async () => {
  const answer = Promise.withResolvers<Response>();
  server.answers['POST /api/wallets/deposits'] = () => answer.promise;
  const dialog = await openFrom('US Dollar');
  await enter(dialog, '500{Enter}');
  expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true);
  expect(await screen.findByRole('dialog', { name: 'Adding $500.00' })).toBeDefined();
  expect(dialog.getByText('Waiting for your bank').textContent).toBe('Waiting for your bank, in progress');
  expect(dialog.getByRole('button', { name: 'Processing...' })).toHaveProperty('disabled', true);
  await userEvent.click(dialog.getAllByRole('button', { name: 'Close' })[1] ?? document.body);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  answer.resolve(Response.json(deposit));
  expect(await screen.findByText('Added $500.00 to your USD wallet')).toBeDefined();
});

test('a deposit without a response is retried with its idempotency key, even after the dialog closed', async () => {
  const works = server.answers['POST /api/wallets/deposits'];
  server.answers['POST /api/wallets/deposits'] = () => {
    throw new TypeError('network error');
  };
  const dialog = await openFrom('US Dollar');
  await enter(dialog, '250{Enter}');
  expect(await dialog.findByText(/did not answer/)).toBeDefined();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  if (works) server.answers['POST /api/wallets/deposits'] = works;
  await userEvent.click(await opener('US Dollar'));
  await enter(within(await screen.findByRole('dialog')), '250{Enter}');
  expect(await screen.findByRole('heading', { name: '$250.00 added' })).toBeDefined();
  const [first, second] = server.calls;
  expect(first?.key).toBeTruthy();
  expect(second?.key).toBe(first?.key);
});

test('a deposit without a response is retried with its idempotency key after leaving the page', async () => {
  const works = server.answers['POST /api/wallets/deposits'];
  server.answers['POST /api/wallets/deposits'] = () => {
    throw new TypeError('network error');
  };
  const { router } = renderScreen(DashboardPage, { at: '/dashboard' });
  const openDialog = async () => {
    await userEvent.click(await opener('US Dollar'));
    return within(await screen.findByRole('dialog', { name: 'Add Funds' }));
  };
  const first = await openDialog();
  await enter(first, '250{Enter}');
  await first.findByText(/you will not be charged twice/);
  await userEvent.keyboard('{Escape}');
  await leaveAndReturn(router);

  if (works) server.answers['POST /api/wallets/deposits'] = works;
  const dialog = await openDialog();
  await enter(dialog, '25');
  expect(dialog.queryByText(/you will not be charged twice/)).toBeNull();
  await enter(dialog, '0');
  expect(dialog.getByText(/you will not be charged twice/)).toBeDefined();
  await userEvent.keyboard('{Enter}');
  expect(await dialog.findByRole('heading', { name: '$250.00 added' })).toBeDefined();
  expect(server.calls[1]).toEqual(server.calls[0]);

  await userEvent.click(dialog.getByRole('button', { name: 'Add more' }));
  await enter(dialog, '250{Enter}');
  await waitFor(() => expect(server.calls).toHaveLength(3));
  expect(server.calls[2]?.key).not.toBe(server.calls[0]?.key);
});

test('the sandbox offers test cards to a member without a payment method', async () => {
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
