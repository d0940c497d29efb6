import type { MarketItem, PaymentMethod, Wallet } from '@florin/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import { BuyPage } from './buy-page.tsx';
import { sentBody } from '../../../test/sent-body.ts';

let answers: Record<string, () => Response | Promise<Response>>;
const purchases: unknown[] = [];

beforeEach(() => {
  purchases.length = 0;
  answers = {
    '/api/crypto/list': () => Response.json(coins),
    '/api/payment-methods': () => Response.json(methods),
    '/api/wallets': () => Response.json([usdWallet]),
    '/api/crypto/buy': () => Response.json({ crypto_amount: 0.0005, crypto_amount_exact: '0.00050000' }),
  };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === '/api/crypto/buy') purchases.push(sentBody(init));
    return answers[url]?.() ?? Response.json({});
  });
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

const coin = (symbol: string, name: string, price_exact: string, change: number): MarketItem => ({
  symbol,
  name,
  icon: `/coins/${symbol.toLowerCase()}.svg`,
  price: Number(price_exact),
  price_exact,
  change,
  marketCap: 1_270_000_000_000,
  source: 'simulated',
  updated_at: new Date().toISOString(),
});
const coins = [coin('BTC', 'Bitcoin', '100000.00', 2.41), coin('DOGE', 'Dogecoin', '0.152268', -1.12)];

const methods: PaymentMethod[] = [
  { id: 'card', type: 'card', label: 'Visa •••• 4242', is_default: true },
  { id: 'usd_balance', type: 'balance', label: 'USD balance', is_default: false },
];

const usdWallet: Wallet = {
  currency: 'USD',
  balance: 40,
  balance_exact: '40.00',
  held: 0,
  held_exact: '0.00',
  available: 40,
  available_exact: '40.00',
};

const openTicket = async () => {
  const opened = renderScreen(BuyPage, { at: '/buy-crypto?coin=BTC' });
  await screen.findByLabelText('Payment method');
  return opened;
};
const enter = (amount: string) => userEvent.type(screen.getByLabelText('Amount'), amount);
const press = () => userEvent.click(screen.getByRole('button', { name: /^Buy BTC/ }));
const sumLine = (label: string) => screen.getByText(label).parentElement?.textContent;
const isToast = (each: HTMLElement) => each.closest('[data-sonner-toast]') !== null;

test('a coin is found by its name or symbol, and choosing it puts it into the address', async () => {
  const { router } = renderScreen(BuyPage, { at: '/buy-crypto' });
  expect(await screen.findByText('Select a Cryptocurrency')).toBeDefined();
  expect((await screen.findByRole('button', { name: /Dogecoin/ })).textContent).toBe('DogecoinDOGE$0.1523down 1.12%');
  await userEvent.type(screen.getByLabelText('Search by name or symbol'), 'dog');
  await waitFor(() => expect(screen.queryByRole('button', { name: /Bitcoin/ })).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: /Dogecoin/ }));
  await waitFor(() => expect(router.state.location.search).toEqual({ coin: 'DOGE' }));
  expect(screen.getByRole('button', { name: /Dogecoin/, pressed: true })).toBeDefined();
  expect(screen.getByRole('form', { name: 'Buy Dogecoin' })).toBeDefined();
});

test.each([
  ['', 'Please select a cryptocurrency and enter amount'],
  ['0', 'Amount must be greater than 0'],
  ['-5', 'Amount must be greater than 0'],
  ['1.005', 'An amount in USD has at most 2 decimals'],
])('the amount "%s" is answered with "%s"', async (amount, sentence) => {
  await openTicket();
  if (amount) await enter(amount);
  await press();
  const found = await screen.findAllByText(sentence);
  expect(found.some(isToast)).toBe(true);
  expect(found.some((each) => each.closest('.field') !== null)).toBe(true);
  expect(document.activeElement).toBe(screen.getByLabelText('Amount'));
  expect(purchases).toEqual([]);
});

test('the sum is the server’s: coins to eight decimals, the fee, and the total', async () => {
  await openTicket();
  await enter('50');
  expect(sumLine('You get about')).toBe('You get about0.00050000 BTC');
  expect(sumLine('Fee (1.5%)')).toBe('Fee (1.5%)$0.75');
  expect(sumLine('Total')).toBe('Total$50.75');
  expect(screen.getByText('Simulated prices, updated just now')).toBeDefined();
});

test('a balance that does not reach is said before, and only of the balance', async () => {
  await openTicket();
  await enter('50');
  expect(screen.queryByText('Insufficient balance.')).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText('Payment method'), 'USD balance · $40.00');
  const notice = await screen.findByText('Insufficient balance.');
  expect(notice.parentElement?.textContent).toContain('$40.00, which is $10.75 less than the total');
});

test('a purchase is made once, from the default method, and the dashboard follows', async () => {
  let settle = () => undefined as void;
  answers['/api/crypto/buy'] = () =>
    new Promise((resolve) => {
      settle = () => resolve(Response.json({ crypto_amount: 0.0005, crypto_amount_exact: '0.00050000' }));
    });
  const { router } = await openTicket();
  await enter('50');
  await userEvent.click(screen.getByRole('button', { name: 'Buy BTC for $50.75' }));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Processing...' }).disabled).toBe(true);
  settle();
  expect(await screen.findByText('Successfully purchased 0.00050000 BTC')).toBeDefined();
  expect(purchases).toEqual([{ crypto_symbol: 'BTC', amount_usd: '50.00', payment_method_id: 'card' }]);
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
});

test('a refusal shows the server’s reason, else the specification’s', async () => {
  const refusal = { detail: 'Visa •••• 4242 was declined.', code: 'payment_declined', request_id: 'r' };
  answers['/api/crypto/buy'] = () => Response.json(refusal, { status: 409 });
  await openTicket();
  await enter('50');
  await press();
  expect((await screen.findAllByText(refusal.detail)).some(isToast)).toBe(true);
  answers['/api/crypto/buy'] = () => new Response('Bad gateway', { status: 502 });
  await press();
  expect(await screen.findByText('Failed to buy cryptocurrency')).toBeDefined();
});

test('a list that does not come can be asked for again', async () => {
  answers['/api/crypto/list'] = () => Response.json({}, { status: 404 });
  renderScreen(BuyPage, { at: '/buy-crypto' });
  const failure = await screen.findByRole('alert');
  expect(within(failure).getByText('Could not load')).toBeDefined();
  expect(await screen.findByText('Failed to load cryptocurrencies')).toBeDefined();
  answers['/api/crypto/list'] = () => Response.json(coins);
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: /Bitcoin/ })).toBeDefined();
});
