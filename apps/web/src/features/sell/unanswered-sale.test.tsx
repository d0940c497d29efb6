import type { QueryClient } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findToast } from '../../../test/find-toast.ts';
import { leaveAndReturn } from '../../../test/leave-and-return.ts';
import { leaveMeanwhile } from '../../../test/leave-meanwhile.ts';
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
test('when the answer is lost, the same sale goes out again and is what is shown, whatever the price is and what is held by then', async () => {
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
  // Neither is of the sale that goes out: the price of now, and a share of what is held without it.
  expect(screen.queryByText(/^Price held|on this sale|More than you hold|of your Ethereum/)).toBeNull();
  server.answerSale = () => Response.json({ usd_amount: 3096.22, usd_amount_exact: '3096.22' });
  await press();
  await screen.findByText(/^Successfully sold/);
  const [first, second] = server.sales;
  expect(first?.body).toMatchObject({ quote_id: 'q1' });
  expect(second).toEqual(first);
});

test('it goes out again also where the page was left in between, and says that it is the same', async () => {
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

test('it goes out again also where less is held by now, and trading is paused', async () => {
  server.answerSale = () => new Response('Bad gateway', { status: 502 });
  const { queryClient } = await openForm();
  await enter('2');
  await priceIsHeld();
  await press();
  await screen.findByText(/Nothing will be sold twice/);
  // It was sold after all, and the page is told so.
  server.holdings = Response.json([{ ...eth, amount: 1.18, amount_exact: '1.18000001', paused: 'stale' }]);
  await act(() => queryClient.invalidateQueries({ queryKey: portfolioQuery.queryKey }));
  await waitFor(() => expect(sumLine('Available balance')).toBe('Available balance1.18000001 ETH'));
  expect(screen.getByText(/Nothing will be sold twice/)).toBeDefined();
  server.answerSale = () => Response.json({ usd_amount: 5000, usd_amount_exact: '5000.00' });
  await press();
  await screen.findByText('Successfully sold 2 ETH for $5000.00');
  expect(server.sales[1]).toEqual(server.sales[0]);
});

/** The server has sold all Ethereum, and the page is told so before or without the answer. */
const allIsGone = async (queryClient: QueryClient, holdings = [sol]) => {
  server.holdings = Response.json(holdings);
  await act(() => queryClient.invalidateQueries({ queryKey: portfolioQuery.queryKey }));
};
const sellAll = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Use Max' }));
  await priceIsHeld();
  await press();
};

test.each([
  ['other coins are', [sol]],
  ['nothing else is', []],
])(
  'what may have been sold whole can be sent again, and says that it is the same, when it is not held any more and %s',
  async (_, left) => {
    server.answerSale = () => new Response('Bad gateway', { status: 502 });
    const { queryClient, router } = await openForm();
    await sellAll();
    await screen.findByText(/Nothing will be sold twice/);
    await allIsGone(queryClient, left);
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
  },
);

test('where nothing is held any more and the sale was refused after all, the holdings are to be picked from', async () => {
  server.answerSale = () => new Response('Bad gateway', { status: 502 });
  const { queryClient } = await openForm();
  await sellAll();
  await screen.findByText(/Nothing will be sold twice/);
  await allIsGone(queryClient);
  await waitFor(() => expect(screen.queryByLabelText('Amount')).toBeNull());
  const detail = 'Insufficient balance: this needs 3.18000001 ETH.';
  server.answerSale = () => Response.json({ detail, code: 'insufficient_balance', request_id: 'r' }, { status: 409 });
  await press();
  await findToast(detail);
  expect(await screen.findByText('You hold no ETH. Pick a holding.')).toBeDefined();
});

test('a holding that is gone while its sale is under way leaves the sale to be seen', async () => {
  const answer = Promise.withResolvers<Response>();
  server.answerSale = () => answer.promise;
  const { queryClient } = await openForm();
  await sellAll();
  await allIsGone(queryClient);
  await waitFor(() => expect(screen.queryByLabelText('Amount')).toBeNull());
  expect(screen.getByRole('button', { name: 'Processing...' })).toHaveProperty('disabled', true);
  expect(screen.queryByText(/Nothing will be sold twice/)).toBeNull();
  answer.reject(new TypeError('the network is gone'));
  expect(await screen.findByText(/Nothing will be sold twice/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Sell' })).toHaveProperty('disabled', false);
});

test('while it is under way it cannot be cancelled, and whoever leaves for another page stays there', async () => {
  const answer = Promise.withResolvers<Response>();
  server.answerSale = () => answer.promise;
  const { router } = await openForm();
  await enter('2');
  await press();
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true);
  await leaveMeanwhile(router, {
    answer: () => answer.resolve(Response.json({ usd_amount: 5000, usd_amount_exact: '5000.00' })),
    said: 'Successfully sold 2 ETH for $5000.00',
  });
});

test('a holding that is gone before the answer is there does not keep the seller from the dashboard', async () => {
  const answer = Promise.withResolvers<Response>();
  server.answerSale = () => answer.promise;
  const { router, queryClient } = await openForm();
  await userEvent.click(screen.getByRole('button', { name: 'Use Max' }));
  await press();
  server.holdings = Response.json([]);
  await act(() => queryClient.invalidateQueries({ queryKey: portfolioQuery.queryKey }));
  await screen.findByText('No crypto holdings to sell');
  answer.resolve(Response.json({ usd_amount: 7000, usd_amount_exact: '7000.00' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
});
