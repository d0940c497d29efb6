import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { enter, held, inCoins, openTicket, payFrom, press } from '../../../test/buy-screen.ts';
import { allowance, coins, quoteFor, refusal, startBuyServer } from '../../../test/buy-server.ts';
import { findToast } from '../../../test/find-toast.ts';
import { leaveAndReturn } from '../../../test/leave-and-return.ts';
import { navigateDuringRequest } from '../../../test/navigate-during-request.ts';
import { gatewayTimeoutPage } from '../../../test/lost-answers.ts';
import { walletOf } from '../../../test/wallet-of.ts';
import { coinsQuery } from '../../api/queries-of-coins.ts';

let server: ReturnType<typeof startBuyServer>;

beforeEach(() => {
  server = startBuyServer();
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

const choose = async (coin: string) => {
  await userEvent.click(screen.getByRole('button', { name: RegExp(`^${coin}`) }));
  await screen.findByRole('form', { name: `Buy ${coin}` });
};

// Rules: buy-20
test('a retry after a lost response sends the same purchase with the same quote', async () => {
  server.answers['POST /api/crypto/buy'] = () => new Response('Bad gateway', { status: 502 });
  await openTicket();
  await enter('50');
  await held();
  await press();
  expect(await screen.findByText('Failed to buy cryptocurrency')).toBeDefined();
  expect(screen.getByText('The server did not answer.')).toBeDefined();
  await press();
  await waitFor(() => expect(server.purchases()).toHaveLength(2));
  expect(server.purchases()[1]).toEqual(server.purchases()[0]);
});

test('a retry after leaving and reopening the Buy page sends the same purchase with the same quote', async () => {
  server.answers['POST /api/crypto/buy'] = () => new Response('Bad gateway', { status: 502 });
  const { router } = await openTicket();
  await inCoins();
  await enter('0.001');
  await held();
  await press();
  await screen.findByText('The server did not answer.');
  server.answers['POST /api/quotes'] = () => Response.json(quoteFor(server.sent, '80000.00'));
  await leaveAndReturn(router);
  await screen.findByLabelText('Payment method');
  await inCoins();
  await enter('0.001');
  await userEvent.click(await screen.findByRole('button', { name: 'Buy' }));
  await waitFor(() => expect(server.purchases()).toHaveLength(2));
  expect(server.purchases()[1]).toEqual(server.purchases()[0]);
  expect(server.purchaseKeys[1]).toBe(server.purchaseKeys[0]);
});

test('the Buy form promises a single purchase only for the order with the lost response', async () => {
  const promise = /Nothing will be bought twice/;
  server.answers['POST /api/crypto/buy'] = () => new Response('Bad gateway', { status: 502 });
  await openTicket();
  await enter('30');
  await held();
  await press();
  expect(await screen.findByText(promise)).toBeDefined();

  await payFrom('USD balance · $40.00');
  expect(screen.queryByText(promise)).toBeNull();
  await payFrom('Visa •••• 4242');
  expect(screen.getByText(promise)).toBeDefined();

  await choose('Dogecoin');
  expect(screen.queryByText(promise)).toBeNull();
  await choose('Bitcoin');
  expect(await screen.findByText(promise)).toBeDefined();

  await enter('1');
  expect(screen.queryByText(promise)).toBeNull();
});

test('a purchase with a lost response shows no balance, limit or price notice', async () => {
  server.answers['POST /api/crypto/buy'] = gatewayTimeoutPage;
  const { queryClient } = await openTicket();
  await payFrom('USD balance · $40.00');
  await enter('30');
  await held();
  await press();
  await screen.findByText('The server did not answer.');
  // The purchase succeeded, and the page reloads its data.
  server.answers['GET /api/wallets'] = () => Response.json([walletOf('USD', '9.55')]);
  server.answers['GET /api/crypto/allowance'] = () => Response.json(allowance('20.00'));
  await act(() => queryClient.invalidateQueries());
  await screen.findByRole('option', { name: 'USD balance · $9.55' });
  expect(document.querySelector('.label .muted')?.textContent).toBe('$20.00 left this month');
  expect(screen.getByText('The server did not answer.')).toBeDefined();
  expect(screen.queryByText(/^Insufficient balance|^Over your limit|^Price held/)).toBeNull();
  server.answers['POST /api/crypto/buy'] = () => refusal('insufficient_balance', 'Insufficient balance: too little.');
  await press();
  await findToast('Insufficient balance: too little.');
  expect(await screen.findByText('Over your limit.')).toBeDefined();
});

test('a rate-limited retry keeps the lost purchase, and the next retry sends the same key', async () => {
  server.answers['POST /api/crypto/buy'] = () => new Response('Bad gateway', { status: 502 });
  await openTicket();
  await enter('50');
  await held();
  await press();
  expect(await screen.findByText('The server did not answer.')).toBeDefined();
  server.answers['POST /api/crypto/buy'] = () => refusal('too_many_requests', 'Please wait a little.', 429);
  server.answers['POST /api/quotes'] = () => Response.json(quoteFor(server.sent, '80000.00'));
  await press();
  await findToast('Please wait a little.');
  expect(screen.getByText('The server did not answer.')).toBeDefined();
  await press();
  await waitFor(() => expect(server.purchases()).toHaveLength(3));
  expect(new Set(server.purchaseKeys).size).toBe(1);
});

test('a purchase with a lost response can be retried while trading is paused', async () => {
  server.answers['POST /api/crypto/buy'] = () => new Response('Bad gateway', { status: 502 });
  const { queryClient } = await openTicket();
  await enter('50');
  await held();
  await press();
  await screen.findByText('The server did not answer.');
  server.answers['GET /api/crypto/list'] = () => Response.json(coins().map((each) => ({ ...each, paused: 'jump' })));
  await act(() => queryClient.invalidateQueries({ queryKey: coinsQuery.queryKey }));
  await screen.findByText(/the price jumped/i);
  await press();
  await waitFor(() => expect(server.purchases()).toHaveLength(2));
  expect(server.purchaseKeys[1]).toBe(server.purchaseKeys[0]);
});

test('a running purchase disables Cancel, and does not navigate after the member left the page', async () => {
  const response = Promise.withResolvers<Response>();
  server.answers['POST /api/crypto/buy'] = () => response.promise;
  const { router } = await openTicket();
  await enter('50');
  await held();
  await press();
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true);
  await navigateDuringRequest(router, {
    answer: () => response.resolve(Response.json({ crypto_amount: 0.0005, crypto_amount_exact: '0.00050000' })),
    toast: 'Successfully purchased 0.00050000 BTC',
  });
});
