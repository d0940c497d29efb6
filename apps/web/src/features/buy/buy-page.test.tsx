import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { enter, held, inCoins, openTicket, payFrom, press } from '../../../test/buy-screen.ts';
import { allowance, coins, methods, quoteFor, refusal, startBuyServer } from '../../../test/buy-server.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { findToast } from '../../../test/find-toast.ts';
import { BuyPage } from './buy-page.tsx';

let server: ReturnType<typeof startBuyServer>;

beforeEach(() => {
  server = startBuyServer();
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const sumLine = (label: string) => screen.getByText(label).parentElement?.textContent;
const hasToast = async (sentence: string) => (await findToast(sentence)).isConnected;

test.each([
  ['', 'Please select a cryptocurrency and enter amount'],
  ['0', 'Amount must be greater than 0'],
  ['-5', 'Amount must be greater than 0'],
  ['1.005', 'An amount in USD has at most 2 decimals'],
])('Buy shows an error for the amount "%s": %s', async (amount, sentence) => {
  await openTicket();
  if (amount) await enter(amount);
  await press();
  await findToast(sentence);
  const found = screen.getAllByText(sentence);
  expect(found.some((each) => each.closest('.field') !== null)).toBe(true);
  expect(document.activeElement).toBe(screen.getByLabelText('Amount'));
  expect(server.purchases()).toEqual([]);
});

test('the Buy form shows estimated coins until the quote arrives, then the quoted sum', async () => {
  const { promise: quoteReleased, resolve: answerQuote } = Promise.withResolvers<void>();
  server.answers['POST /api/quotes'] = async () => {
    await quoteReleased;
    return Response.json(quoteFor(server.sent, '80000.00'));
  };
  await openTicket();
  expect(screen.getByText('Simulated prices, updated just now', { selector: '.priceHeld span' })).toBeDefined();
  await enter('50');
  expect(sumLine('You get about')).toBe('You get about0.00050000 BTC');
  expect(sumLine('Total')).toBe('Total$50.75');
  answerQuote();
  await held();
  expect(sumLine('You get')).toBe('You get0.00062500 BTC');
  expect(sumLine('Price')).toBe('Price$80,000.00');
  expect(sumLine('Fee (1.5%)')).toBe('Fee (1.5%)$0.75');
  expect(sumLine('Total')).toBe('Total$50.75');
});

test('pressing Buy twice buys the quoted order once with the default method and opens the dashboard', async () => {
  let settle = () => undefined as void;
  server.answers['POST /api/crypto/buy'] = () =>
    new Promise((resolve) => {
      settle = () => resolve(Response.json({ crypto_amount: 0.0005, crypto_amount_exact: '0.00050000' }));
    });
  const { router } = await openTicket();
  await enter('50');
  await held();
  await userEvent.dblClick(screen.getByRole('button', { name: 'Buy' }));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Processing...' }).disabled).toBe(true);
  settle();
  expect(await screen.findByText('Successfully purchased 0.00050000 BTC')).toBeDefined();
  const quote_id = expect.stringMatching(/^quote-/);
  const purchase = { crypto_symbol: 'BTC', amount_usd: '50.00', payment_method_id: 'card', quote_id };
  expect(server.purchases()).toEqual([purchase]);
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
});

test('pressing Buy before the payment methods have loaded shows an error until they have loaded', async () => {
  const [known, loading] = [server.answers['GET /api/payment-methods'], Promise.withResolvers<void>()];
  server.answers['GET /api/payment-methods'] = async () => {
    await loading.promise;
    return known?.() ?? Response.error();
  };
  renderScreen(BuyPage, { at: '/buy-crypto?coin=BTC' });
  await screen.findByLabelText('Amount');
  await enter('50');
  await press();
  await findToast('Please choose a payment method');
  expect(server.purchases()).toEqual([]);
  loading.resolve();
  const method = await screen.findByLabelText('Payment method');
  expect(method.getAttribute('aria-invalid')).not.toBe('true');
  await press();
  expect(await screen.findByText('Successfully purchased 0.00050000 BTC')).toBeDefined();
});

// Rules: api-13
test('Buy without a quote spends dollars at the server’s price', async () => {
  server.answers['POST /api/quotes'] = () => new Promise<Response>(() => undefined);
  await openTicket();
  await enter('50');
  await press();
  expect(await screen.findByText('Successfully purchased 0.00050000 BTC')).toBeDefined();
  expect(server.purchases()).toEqual([{ crypto_symbol: 'BTC', amount_usd: '50.00', payment_method_id: 'card' }]);
});

test('switching the unit converts the amount, and a purchase in coins pays the quoted amount', async () => {
  await openTicket();
  await enter('50');
  await inCoins();
  expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('0.00050000');
  await userEvent.clear(screen.getByLabelText('Amount'));
  await enter('0.00012345');
  await held();
  expect(server.quotes().at(-1)).toEqual({ kind: 'buy', crypto_symbol: 'BTC', amount_crypto: '0.00012345' });
  expect(sumLine('You get')).toBe('You get0.00012345 BTC');
  expect(screen.getAllByText('Amount').map((each) => each.parentElement?.textContent)).toContain('Amount$12.35');
  await userEvent.click(screen.getByRole('button', { name: 'Buy' }));
  await waitFor(() => expect(server.purchases()).toMatchObject([{ amount_usd: '12.35' }]));
});

test('switching the unit converts the amount with a decimal comma', async () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('de');
  await openTicket();
  await enter('112500');
  await inCoins();
  expect(screen.getByText(/^You get/).parentElement?.textContent).toMatch(/1\.12500000 BTC$/);
});

test('a purchase in coins waits for a quote and stops if the quote is above the estimate', async () => {
  server.answers['POST /api/quotes'] = () => Response.json(quoteFor(server.sent, '120000.00'));
  await openTicket();
  await inCoins();
  await enter('0.001');
  expect(sumLine('Total about')).toBe('Total about$101.50');
  await press();
  expect(await hasToast('Nothing was bought. The price has changed. Press Buy to accept the new price.')).toBe(true);
  expect(sumLine('Total')).toBe('Total$121.80');
  expect(server.purchases()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Buy' }));
  await waitFor(() => expect(server.purchases()).toMatchObject([{ amount_usd: '120.00' }]));
});

test.each(['quote_used', 'quote_expired'] as const)(
  'after %s the Buy form shows the new price and buys nothing until the next press',
  async (code) => {
    server.answers['POST /api/crypto/buy'] = () => refusal(code, 'This price is not held any more.');
    await openTicket();
    await enter('50');
    await held();
    server.answers['POST /api/quotes'] = () => Response.json(quoteFor(server.sent, '80000.00'));
    await press();
    expect(await screen.findByText('Nothing was bought.')).toBeDefined();
    await waitFor(() => expect(sumLine('You get')).toBe('You get0.00062500 BTC'));
    expect(server.purchases()).toHaveLength(1);
    await press();
    await waitFor(() => expect(server.purchases()).toHaveLength(2));
    const ids = server.purchases().map((each) => JSON.stringify(each));
    expect(ids[1]).not.toBe(ids[0]);
  },
);

test('a rejected purchase shows the server’s reason', async () => {
  const detail = 'Visa •••• 4242 was declined.';
  server.answers['POST /api/crypto/buy'] = () => refusal('payment_declined', detail);
  await openTicket();
  await enter('50');
  await press();
  expect(await hasToast(detail)).toBe(true);
});

test('an error for one payment method or coin disappears when another one is selected', async () => {
  server.answers['POST /api/crypto/buy'] = () => refusal('insufficient_balance', 'This needs $30.45.');
  await openTicket();
  await enter('30');
  const isInvalid = () => screen.getByLabelText('Amount').getAttribute('aria-invalid') === 'true';
  await payFrom('USD balance · $40.00');
  await press();
  await waitFor(() => expect(isInvalid()).toBe(true));
  await payFrom('Visa •••• 4242');
  expect(isInvalid()).toBe(false);

  server.answers['POST /api/crypto/buy'] = () => refusal('not_in_stock', 'There is not so much of it.');
  await press();
  await waitFor(() => expect(isInvalid()).toBe(true));
  await userEvent.click(screen.getByRole('button', { name: /^Dogecoin/ }));
  await screen.findByRole('form', { name: 'Buy Dogecoin' });
  expect(isInvalid()).toBe(false);
});

test('a low balance shows a warning only when the balance pays', async () => {
  await openTicket();
  await enter('50');
  expect(screen.queryByText('Insufficient balance.')).toBeNull();
  await payFrom('USD balance · $40.00');
  const notice = await screen.findByText('Insufficient balance.');
  expect(notice.parentElement?.textContent).toContain('$40.00, which is $10.75 less than the total');
});

test('the Buy form shows the plan’s remaining allowance and warns about a larger amount', async () => {
  server.answers['GET /api/crypto/allowance'] = () => Response.json(allowance('120.00'));
  await openTicket();
  await enter('120.01');
  expect(document.querySelector('.label .muted')?.textContent).toBe('$120.00 left this month');
  const notice = await screen.findByText('Over your limit.');
  expect(notice.parentElement?.textContent).toContain('The Personal plan has $120.00 left this month.');
  expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/profile#plan');
  await userEvent.click(screen.getByRole('button', { name: 'Use $120.00' }));
  expect(screen.queryByText('Over your limit.')).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('120.00');
});

test('the Buy form shows no allowance for a plan without a limit', async () => {
  server.answers['GET /api/crypto/allowance'] = () => Response.json({ plan: 'business', month: null });
  await openTicket();
  await waitFor(() => expect(server.sent.some(({ path }) => path === '/api/crypto/allowance')).toBe(true));
  expect(screen.queryByText(/left this month/)).toBeNull();
});

// Rules: buy-28
test('Buy is disabled with a reason while the coin is paused after a price jump', async () => {
  server.answers['GET /api/crypto/list'] = () =>
    Response.json(coins().map((each) => (each.symbol === 'BTC' ? { ...each, paused: 'jump' } : each)));
  await openTicket();
  expect(screen.getByText(/the price jumped/i).closest('output')).not.toBeNull();
  await enter('50');
  const button = screen.getByRole('button', { name: 'Buy', description: 'Trading in Bitcoin is paused.' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await userEvent.type(screen.getByLabelText('Amount'), '{Enter}');
  expect(server.purchases()).toEqual([]);
  expect(server.quotes()).toEqual([]);
});

test('the coin list says that trading is paused when all prices are too old', async () => {
  const updated_at = new Date(Date.now() - 12 * 60_000).toISOString();
  server.answers['GET /api/crypto/list'] = () =>
    Response.json(
      coins().map((each) => ({ ...each, kind: 'live', source: 'CoinGecko', paused: 'stale' as const, updated_at })),
    );
  await openTicket();
  const section = within(screen.getByRole('region', { name: 'Cryptocurrencies' }));
  expect(section.getByText('Trading is paused:').closest('output')?.textContent).toBe(
    'Trading is paused: prices from CoinGecko are 12 minutes old. Trading will resume.',
  );
  expect(section.getByText('Prices from CoinGecko, updated 12 minutes ago')).toBeDefined();
});

// Rules: buy-10
test('the purchase panel shows market figures and links to the coin’s page', async () => {
  await openTicket();
  const summary = within(screen.getByRole('region', { name: 'Bitcoin' }));
  expect(summary.getByRole('link', { name: 'Bitcoin' }).getAttribute('href')).toBe('/crypto/BTC');
  expect(summary.getByText('BTC')).toBeDefined();
  expect(summary.getByText('100,000').textContent).toBe('$100,000.00');
  expect(summary.getByText('24h').parentElement?.textContent).toBe('up 2.41% 24h');
  expect(summary.getByRole('presentation').getAttribute('src')).toBe('/coins/btc.svg');
  expect(summary.getByText('Market cap').parentElement?.textContent).toBe('Market cap$1.27T');
  await waitFor(() => expect(summary.getByText('24h low').parentElement?.textContent).toBe('24h low$97,104'));
  expect(summary.getByText('24h high').parentElement?.textContent).toBe('24h high$100,390');
});

test('rotating a phone keeps the typed purchase amount', async () => {
  const width = innerWidth;
  await openTicket();
  await enter('50');
  for (const wide of [390, 844]) {
    innerWidth = wide;
    act(() => void dispatchEvent(new Event('resize')));
    expect(screen.queryByRole('button', { name: 'All cryptocurrencies' }) !== null).toBe(wide === 390);
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('50');
  }
  innerWidth = width;
});

// Rules: buy-13
test('the Buy form selects the default payment method, even if an earlier one covers the amount', async () => {
  const marked = methods.map((method) => ({ ...method, is_default: method.id === 'card' })).toReversed();
  server.answers['GET /api/payment-methods'] = () => Response.json(marked);
  await openTicket();
  await enter('10');
  await waitFor(() => expect(screen.getByLabelText('Payment method')).toHaveProperty('value', 'card'));
});

// Rules: buy-13
test.each([
  ['10', 'usd_balance'],
  ['100', 'card'],
])(
  'without a default the Buy form selects the first payment method that covers %s dollars: %s',
  async (typed, chosen) => {
    const unmarked = methods.map((method) => ({ ...method, is_default: false })).toReversed();
    server.answers['GET /api/payment-methods'] = () => Response.json(unmarked);
    await openTicket();
    await enter(typed);
    await waitFor(() => expect(screen.getByLabelText('Payment method')).toHaveProperty('value', chosen));
  },
);
