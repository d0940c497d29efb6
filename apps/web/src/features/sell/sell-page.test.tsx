import type { Holding } from '@florin/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import { SellPage } from './sell-page.tsx';
import { sentBody } from '../../../test/sent-body.ts';

let holdings: Response;
let answerSale: () => Response;
const sales: unknown[] = [];

beforeEach(() => {
  sales.length = 0;
  holdings = Response.json([eth, sol]);
  answerSale = () => Response.json({ usd_amount: 3093.75, usd_amount_exact: '3093.75' });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === '/api/crypto/portfolio') return holdings.clone();
    sales.push(sentBody(init));
    return answerSale();
  });
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

const eth: Holding = {
  symbol: 'ETH',
  name: 'Ethereum',
  icon: '/coins/eth.svg',
  amount: 3.18,
  amount_exact: '3.18000001',
  value: 7950,
  value_exact: '7950.00',
  change: -1.12,
  price: 2500,
  price_exact: '2500.00',
};
const sol: Holding = { ...eth, symbol: 'SOL', name: 'Solana', value: 2050, value_exact: '2050.00' };

const openForm = async () => {
  const opened = renderScreen(SellPage, { at: '/sell-crypto?coin=ETH' });
  await screen.findByRole('form', { name: 'Sell Ethereum' });
  return opened;
};
const enter = (amount: string) => userEvent.type(screen.getByLabelText('Amount'), amount);
const press = () => userEvent.click(screen.getByRole('button', { name: /^Sell / }));
const sumLine = (label: string) => screen.getByText(label).parentElement?.textContent;
const isToast = (each: HTMLElement) => each.closest('[data-sonner-toast]') !== null;

test('a holding is chosen, which puts it into the address', async () => {
  const { router } = renderScreen(SellPage, { at: '/sell-crypto' });
  await userEvent.click(await screen.findByRole('button', { name: /Solana/ }));
  await waitFor(() => expect(router.state.location.search).toEqual({ coin: 'SOL' }));
  expect(screen.getByRole('form', { name: 'Sell Solana' })).toBeDefined();
});

test.each([
  ['', 'Please select a cryptocurrency and enter amount'],
  ['0', 'Amount must be greater than 0'],
  ['1.2.3', 'Enter the amount in digits, such as 50.25'],
  ['1.123456789', 'An amount in ETH has at most 8 decimals'],
  ['3.18000002', 'Insufficient balance'],
])('the amount "%s" is answered with "%s"', async (amount, sentence) => {
  await openForm();
  if (amount) await enter(amount);
  await press();
  const found = await screen.findAllByText(sentence);
  expect(found.some(isToast)).toBe(true);
  expect(found.some((each) => each.closest('.field') !== null)).toBe(true);
  expect(sales).toEqual([]);
});

test('Use Max takes the whole holding, to the last unit', async () => {
  await openForm();
  await userEvent.click(screen.getByRole('button', { name: 'Use Max' }));
  expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('3.18000001');
  expect(screen.getByText('100.0% of your Ethereum')).toBeDefined();
});

test('a sale shows what comes out after the fee, is made, and the dashboard follows', async () => {
  const { router } = await openForm();
  await enter('1.25');
  expect(sumLine('Estimated value')).toBe('Estimated value$3,125.00');
  expect(sumLine('Fee (1%)')).toBe('Fee (1%)−$31.25');
  expect(sumLine('You get')).toBe('You get$3,093.75');
  await userEvent.click(screen.getByRole('button', { name: 'Sell 1.25 ETH' }));
  expect(await screen.findByText('Successfully sold 1.25 ETH for $3093.75')).toBeDefined();
  expect(sales).toEqual([{ crypto_symbol: 'ETH', amount_crypto: '1.25000000' }]);
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
});

test('a refusal shows the server’s reason, else the specification’s', async () => {
  const refusal = { detail: 'Insufficient balance: this needs 1 ETH.', code: 'insufficient_balance', request_id: 'r' };
  answerSale = () => Response.json(refusal, { status: 409 });
  await openForm();
  await enter('1');
  await press();
  expect((await screen.findAllByText(refusal.detail)).some(isToast)).toBe(true);
  answerSale = () => new Response('Bad gateway', { status: 502 });
  await press();
  expect(await screen.findByText('Failed to sell cryptocurrency')).toBeDefined();
});

test('who holds nothing is shown the way to buy', async () => {
  holdings = Response.json([]);
  renderScreen(SellPage, { at: '/sell-crypto' });
  expect(await screen.findByText('No crypto holdings to sell')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Buy Crypto' }).getAttribute('href')).toBe('/buy-crypto');
});

test('a portfolio that does not come can be asked for again', async () => {
  holdings = Response.json({}, { status: 404 });
  renderScreen(SellPage, { at: '/sell-crypto' });
  expect(await screen.findByText('Failed to load portfolio')).toBeDefined();
  holdings = Response.json([eth]);
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: /Ethereum/ })).toBeDefined();
});
