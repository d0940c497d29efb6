import type { QueryClient } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findToast } from '../../../test/find-toast.ts';
import { leaveAndReturn } from '../../../test/leave-and-return.ts';
import { navigateDuringRequest } from '../../../test/navigate-during-request.ts';
import { enter, openForm, press, priceIsHeld, sumLine } from '../../../test/sell-screen.ts';
import { eth, sellQuote as quote, sol, startSellServer } from '../../../test/sell-server.ts';
import { portfolioQuery } from '../../api/queries.ts';

let server: ReturnType<typeof startSellServer>;

beforeEach(() => {
  server = startSellServer();
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

// Rules: sell-19
test('a retry after a lost response shows and sends the same sale despite a new price and holding', async () => {
  server.answerSale = () => new Response('Bad gateway', { status: 502 });
  const { queryClient } = await openForm();
  await enter('1.25');
  await priceIsHeld();
  server.answerQuote = () => Response.json({ ...quote, id: 'q2', total: 3000, total_exact: '3000.00' });
  await press();
  expect(await screen.findByText('Failed to sell cryptocurrency')).toBeDefined();
  expect(screen.getByText(/Nothing will be sold twice/)).toBeDefined();
  server.holdings = Response.json([
    { ...eth, price: 2000, price_exact: '2000.00', amount: 1, amount_exact: '1.00000000' },
  ]);
  await act(() => queryClient.invalidateQueries({ queryKey: portfolioQuery.queryKey }));
  await waitFor(() => expect(sumLine('Available balance')).toBe('Available balance1.00000000 ETH'));
  expect(sumLine('You get')).toBe('You get$3,096.22');
  // The current quote and the share of the holding do not belong to the lost sale.
  expect(screen.queryByText(/^Price held|on this sale|More than you hold|of your Ethereum/)).toBeNull();
  server.answerSale = () => Response.json({ usd_amount: 3096.22, usd_amount_exact: '3096.22' });
  await press();
  await screen.findByText(/^Successfully sold/);
  const [first, second] = server.sales;
  expect(first?.body).toMatchObject({ quote_id: 'q1' });
  expect(second).toEqual(first);
});

test('a retry after leaving and reopening the Sell page sends the same sale', async () => {
  server.answerSale = () => new Response('Bad gateway', { status: 502 });
  const { router } = await openForm();
  await enter('1.25');
  await priceIsHeld();
  await press();
  await screen.findByText(/Nothing will be sold twice/);
  server.answerQuote = () => Response.json({ ...quote, id: 'q2' });
  await leaveAndReturn(router);
  await screen.findByRole('form', { name: 'Sell Ethereum' });
  expect(screen.queryByText(/Nothing will be sold twice/)).toBeNull();
  await enter('1.25');
  expect(screen.getByText(/Nothing will be sold twice/)).toBeDefined();
  server.answerSale = () => Response.json({ usd_amount: 3096.22, usd_amount_exact: '3096.22' });
  await press();
  await screen.findByText(/^Successfully sold/);
  expect(server.sales[1]).toEqual(server.sales[0]);
});

test('a sale with a lost response can be retried with a smaller holding and paused trading', async () => {
  server.answerSale = () => new Response('Bad gateway', { status: 502 });
  const { queryClient } = await openForm();
  await enter('2');
  await priceIsHeld();
  await press();
  await screen.findByText(/Nothing will be sold twice/);
  // The sale succeeded, and the page reloads its data.
  server.holdings = Response.json([{ ...eth, amount: 1.18, amount_exact: '1.18000001', paused: 'stale' }]);
  await act(() => queryClient.invalidateQueries({ queryKey: portfolioQuery.queryKey }));
  await waitFor(() => expect(sumLine('Available balance')).toBe('Available balance1.18000001 ETH'));
  expect(screen.getByText(/Nothing will be sold twice/)).toBeDefined();
  server.answerSale = () => Response.json({ usd_amount: 5000, usd_amount_exact: '5000.00' });
  await press();
  await screen.findByText('Successfully sold 2 ETH for $5000.00');
  expect(server.sales[1]).toEqual(server.sales[0]);
});

/** Removes the Ethereum holding, as after a full sale, and reloads the page's data. */
const removeHolding = async (queryClient: QueryClient, holdings = [sol]) => {
  server.holdings = Response.json(holdings);
  await act(() => queryClient.invalidateQueries({ queryKey: portfolioQuery.queryKey }));
};
const sellAll = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Use Max' }));
  await priceIsHeld();
  await press();
};

test.each([
  ['other holdings', [sol]],
  ['no other holding', []],
])('a full sale with a lost response can be retried after its holding is gone, with %s left', async (_, left) => {
  server.answerSale = () => new Response('Bad gateway', { status: 502 });
  const { queryClient, router } = await openForm();
  await sellAll();
  await screen.findByText(/Nothing will be sold twice/);
  await removeHolding(queryClient, left);
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Ethereum/ })).toBeNull());
  await leaveAndReturn(router);
  const form = within(await screen.findByRole('form', { name: 'Sell Ethereum' }));
  expect(form.getByText(/Nothing will be sold twice/)).toBeDefined();
  expect(form.getByText('Amount').parentElement?.textContent).toBe('Amount3.18000001 ETH');
  expect(sumLine('You get')).toBe('You get$3,096.22');
  expect(screen.queryByText(/^You hold no/)).toBeNull();
  server.answerSale = () => Response.json({ usd_amount: 3096.22, usd_amount_exact: '3096.22' });
  await press();
  await findToast('Successfully sold 3.18000001 ETH for $3096.22');
  expect(server.sales[1]).toEqual(server.sales[0]);
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
});

test('the Sell page asks to pick a holding after a retried full sale was rejected', async () => {
  server.answerSale = () => new Response('Bad gateway', { status: 502 });
  const { queryClient } = await openForm();
  await sellAll();
  await screen.findByText(/Nothing will be sold twice/);
  await removeHolding(queryClient);
  await waitFor(() => expect(screen.queryByLabelText('Amount')).toBeNull());
  const detail = 'Insufficient balance: this needs 3.18000001 ETH.';
  server.answerSale = () => Response.json({ detail, code: 'insufficient_balance', request_id: 'r' }, { status: 409 });
  await press();
  await findToast(detail);
  expect(await screen.findByText('You hold no ETH. Pick a holding.')).toBeDefined();
});

test('a running sale stays visible when its holding disappears', async () => {
  const response = Promise.withResolvers<Response>();
  server.answerSale = () => response.promise;
  const { queryClient } = await openForm();
  await sellAll();
  await removeHolding(queryClient);
  await waitFor(() => expect(screen.queryByLabelText('Amount')).toBeNull());
  expect(screen.getByRole('button', { name: 'Processing...' })).toHaveProperty('disabled', true);
  expect(screen.queryByText(/Nothing will be sold twice/)).toBeNull();
  response.reject(new TypeError('Failed to fetch'));
  expect(await screen.findByText(/Nothing will be sold twice/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Sell' })).toHaveProperty('disabled', false);
});

test('a running sale disables Cancel, and does not navigate after the member left the page', async () => {
  const response = Promise.withResolvers<Response>();
  server.answerSale = () => response.promise;
  const { router } = await openForm();
  await enter('2');
  await press();
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true);
  await navigateDuringRequest(router, {
    answer: () => response.resolve(Response.json({ usd_amount: 5000, usd_amount_exact: '5000.00' })),
    toast: 'Successfully sold 2 ETH for $5000.00',
  });
});

test('a finished sale opens the dashboard even if its holding disappeared first', async () => {
  const response = Promise.withResolvers<Response>();
  server.answerSale = () => response.promise;
  const { router, queryClient } = await openForm();
  await userEvent.click(screen.getByRole('button', { name: 'Use Max' }));
  await press();
  server.holdings = Response.json([]);
  await act(() => queryClient.invalidateQueries({ queryKey: portfolioQuery.queryKey }));
  await screen.findByText('No crypto holdings to sell');
  response.resolve(Response.json({ usd_amount: 7000, usd_amount_exact: '7000.00' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
});
