import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { leaveAndReturn } from '../../../test/leave-and-return.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { sellQuote as quote, startSellServer } from '../../../test/sell-server.ts';
import { SellPage } from './sell-page.tsx';

let server: ReturnType<typeof startSellServer>;

beforeEach(() => {
  server = startSellServer();
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

const openForm = async () => {
  const opened = renderScreen(SellPage, { at: '/sell-crypto?coin=ETH' });
  await screen.findByRole('form', { name: 'Sell Ethereum' });
  return opened;
};
const enter = (amount: string) => userEvent.type(screen.getByLabelText('Amount'), amount);
const press = () => userEvent.click(screen.getByRole('button', { name: /^Sell / }));
const priceIsHeld = () => screen.findByText(/^Price held for 00:[23]\d$/);
const sumLine = (label: string) => screen.getByText(label).parentElement?.textContent;

test('when the answer is lost, the same sale goes out again, whatever price is held by then', async () => {
  server.answerSale = () => new Response('Bad gateway', { status: 502 });
  server.answerQuote = () => Response.json({ ...quote, expires_in_seconds: 2 });
  await openForm();
  await enter('1.25');
  await screen.findByText(/^Price held/);
  await press();
  expect(await screen.findByText('Failed to sell cryptocurrency')).toBeDefined();
  expect(screen.getByText(/it will not be sold twice/)).toBeDefined();
  server.answerQuote = () => Response.json({ ...quote, id: 'q2', total: 3000, total_exact: '3000.00' });
  await waitFor(() => expect(sumLine('You get')).toBe('You get$3,000.00'));
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
  await screen.findByText(/it will not be sold twice/);
  server.answerQuote = () => Response.json({ ...quote, id: 'q2' });
  await leaveAndReturn(router);
  await screen.findByRole('form', { name: 'Sell Ethereum' });
  expect(screen.queryByText(/it will not be sold twice/)).toBeNull();
  await enter('1.25');
  await priceIsHeld();
  expect(screen.getByText(/it will not be sold twice/)).toBeDefined();
  server.answerSale = () => Response.json({ usd_amount: 3096.22, usd_amount_exact: '3096.22' });
  await press();
  await screen.findByText(/^Successfully sold/);
  expect(server.sales[1]).toEqual(server.sales[0]);
});
