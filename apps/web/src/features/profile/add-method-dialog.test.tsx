import type { PaymentMethod } from '@florin/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import { sentBody } from '../../../test/sent-body.ts';
import { PaymentMethods } from './payment-methods.tsx';

const balance: PaymentMethod = { id: 'usd_balance', type: 'balance', label: 'USD balance', is_default: false };

let server: Record<string, () => Response>;
let calls: [string, unknown][];
let methods: PaymentMethod[];

beforeEach(() => {
  [calls, methods] = [[], [balance]];
  server = { 'GET /api/payment-methods': () => Response.json(methods) };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const call = `${init.method} ${url}`;
    if (init.method !== 'GET') calls.push([call, sentBody(init)]);
    return server[call]?.() ?? new Response(null, { status: 404 });
  });
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
  document.head.replaceChildren();
});

async function open() {
  renderScreen(PaymentMethods, { at: '/profile' });
  await screen.findByText('USD balance');
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('a member adds a bank account by its number, and the list shows its currency and wait', async () => {
  const account = { ...balance, id: 'm4', type: 'bank', label: 'Bank account NL •••• 4300', currency: 'EUR' } as const;
  server['POST /api/payment-methods/bank-accounts'] = () => {
    methods = [balance, { ...account, withdrawals_from: '2026-10-25T09:00:00.000Z' }];
    return Response.json(methods[1]);
  };
  await open();
  await press('Add New');
  await userEvent.click(await screen.findByRole('button', { name: 'Bank account' }));
  await userEvent.type(screen.getByLabelText('IBAN'), 'NL91 ABNA 0417 1643 00{Enter}');
  expect(await screen.findByText(`${account.label} added`)).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(calls).toEqual([['POST /api/payment-methods/bank-accounts', { currency: 'EUR', iban: 'NL91ABNA0417164300' }]]);
  expect(
    await within(screen.getByRole('region', { name: 'Payment Methods' })).findByText(
      /^Euro account · New\. Withdrawals start/,
    ),
  ).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add New' }));
});

test('a live server adds bank accounts only by their number', async () => {
  const live = document.createElement('meta');
  Object.assign(live, { name: 'florin-mode', content: 'live' });
  document.head.append(live);
  await open();
  await press('Add New');
  expect(await screen.findByRole('dialog', { name: 'Add a bank account' })).toBeDefined();
  expect(screen.queryByRole('button', { name: /Visa/ })).toBeNull();
  await press('Cancel');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a live server with cards saves a card on the page of the card processor', async () => {
  document.head.innerHTML = '<meta name="florin-mode" content="live" /><meta name="florin-cards" content="on" />';
  const assign = vi.fn<(url: string) => void>();
  vi.stubGlobal('location', { href: location.href, assign });
  const url = 'https://checkout.stripe.com/c/pay/cs_1';
  server['POST /api/card-setups'] = () => Response.json({ id: 's1', state: 'waiting', url });
  await open();
  await press('Add New');
  await userEvent.click(await screen.findByRole('button', { name: 'Card, on the next page' }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith(url));
});

test('a live server with cards also adds bank accounts', async () => {
  document.head.innerHTML = '<meta name="florin-mode" content="live" /><meta name="florin-cards" content="on" />';
  await open();
  await press('Add New');
  await userEvent.click(await screen.findByRole('button', { name: 'Bank account' }));
  expect(await screen.findByRole('dialog', { name: 'Add a bank account' })).toBeDefined();
});
