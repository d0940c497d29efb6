import type { PaymentMethod } from '@florin/contract';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bank, dashboardServer, visa } from '../../../../test/dashboard-server.ts';
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
  document.head.replaceChildren();
});

async function openFrom(name: string) {
  renderScreen(DashboardPage, { at: '/dashboard' });
  const card = within(await screen.findByRole('article', { name }));
  await userEvent.click(card.getByRole('button', { name: 'Withdraw' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw' }));
  await dialog.findByLabelText('Amount');
  return dialog;
}

const euroAccount: PaymentMethod = {
  id: 'm9',
  type: 'bank',
  label: 'Bank account NL •••• 4300',
  is_default: false,
  name: 'Bank account NL',
  account_number: '•••• 4300',
  currency: 'EUR',
};

test("the withdrawal form offers only bank accounts without a currency or in the wallet's currency", async () => {
  const pounds = {
    ...euroAccount,
    id: 'm10',
    label: 'Bank account •••• 5678',
    currency: 'GBP',
    is_default: true,
  } as const;
  server.answers['/api/payment-methods'] = () => Response.json([pounds, bank, euroAccount]);
  const dialog = await openFrom('Euro');
  const options = within(await dialog.findByLabelText('Bank account')).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Sandbox Bank •••• 6789',
    'Bank account NL •••• 4300 · EUR',
  ]);
  expect(dialog.getByText('Sandbox Bank gets')).toBeDefined();
  await userEvent.selectOptions(dialog.getByLabelText('Bank account'), euroAccount.id);
  expect(dialog.getByText('Your bank gets')).toBeDefined();
  expect(dialog.getByRole('button', { name: 'Add your own bank account' })).toBeDefined();
});

test("the withdrawal form says that no bank account has the wallet's currency, and adds one", async () => {
  server.answers['/api/payment-methods'] = () => Response.json([euroAccount]);
  const added: PaymentMethod = {
    ...euroAccount,
    id: 'm11',
    label: 'Bank account •••• 5678',
    currency: 'GBP',
    withdrawals_from: '2026-10-25T09:00:00.000Z',
  };
  server.answers['POST /api/payment-methods/bank-accounts'] = () => {
    server.answers['/api/payment-methods'] = () => Response.json([euroAccount, added]);
    return Response.json(added);
  };
  const dialog = await openFrom('British Pound');
  await userEvent.type(dialog.getByLabelText('Amount'), '50');
  expect(await dialog.findByText('None of your bank accounts is in pounds.')).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Bank account' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add a bank account for pounds' }));
  expect(document.activeElement).toBe(form.getByLabelText('Sort code'));
  expect(form.queryByRole('button', { name: 'Euro' })).toBeNull();
  await userEvent.type(form.getByLabelText('Sort code'), '123456');
  await userEvent.type(form.getByLabelText('Account number'), '12345678{Enter}');
  const again = within(await screen.findByRole('dialog', { name: 'Withdraw' }));
  expect(again.getByLabelText('Bank account')).toHaveProperty('value', 'm11');
  expect(again.getByLabelText('Amount')).toHaveProperty('value', '50');
  expect(again.getByText('This bank account is new.')).toBeDefined();
});

test('a live server offers to add a bank account only by its number', async () => {
  const live = document.createElement('meta');
  Object.assign(live, { name: 'florin-mode', content: 'live' });
  document.head.append(live);
  server.answers['/api/payment-methods'] = () => Response.json([visa]);
  const dialog = await openFrom('Euro');
  expect(await dialog.findByRole('group', { name: /^You have no bank account for euros yet/ })).toBeDefined();
  expect(dialog.queryByRole('button', { name: /Sandbox Bank/ })).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Bank account' }));
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(await dialog.findByLabelText('Amount')).toBe(document.activeElement);
});

test('a live server offers to add another bank account', async () => {
  const live = document.createElement('meta');
  Object.assign(live, { name: 'florin-mode', content: 'live' });
  document.head.append(live);
  server.answers['/api/payment-methods'] = () => Response.json([euroAccount]);
  const dialog = await openFrom('Euro');
  expect(await dialog.findByRole('button', { name: 'Add another bank account' })).toBeDefined();
});
