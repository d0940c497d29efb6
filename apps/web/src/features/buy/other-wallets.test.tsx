import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { enter, held, inCoins, openTicket, payFrom, press } from '../../../test/buy-screen.ts';
import { quoteFor, startBuyServer } from '../../../test/buy-server.ts';
import { findToast } from '../../../test/find-toast.ts';
import { transactionOf } from '../../../test/transaction-of.ts';
import { walletOf } from '../../../test/wallet-of.ts';

let server: ReturnType<typeof startBuyServer>;

beforeEach(() => {
  server = startBuyServer();
  server.answers['GET /api/wallets'] = () =>
    Response.json([walletOf('USD', '40.00'), walletOf('EUR', '300.00'), walletOf('GBP', '0.00')]);
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

const sumLine = (label: string) => screen.getByText(label).parentElement?.textContent;
const methodsOffered = () => [...screen.getByLabelText('Payment method').children].map((each) => each.textContent);

test('the Buy form offers EUR and GBP wallets with money as payment methods', async () => {
  await openTicket();
  await waitFor(() =>
    expect(methodsOffered()).toEqual(['Visa •••• 4242', 'USD balance · $40.00', 'EUR balance · €300.00']),
  );
});

// Rules: buy-14
test('the Buy form offers only the USD wallet if the server sends balances only', async () => {
  delete server.answers['GET /api/wallets'];
  server.answers['GET /api/auth/me'] = () =>
    Response.json({
      name: 'Ines',
      email: 'i@x.example',
      avatar: '',
      verified: false,
      balances: { usd: 40, eur: 300, gbp: 0 },
    });
  await openTicket();
  await waitFor(() => expect(methodsOffered()).toEqual(['Visa •••• 4242', 'USD balance · $40.00']));
});

test('a purchase from the EUR wallet shows rate, both fees and the total in euros, and uses the quote', async () => {
  server.answers['POST /api/crypto/buy'] = () =>
    Response.json({
      crypto_amount: 0.001,
      crypto_amount_exact: '0.00100000',
      transaction: transactionOf({ id: '7-3', type: 'buy_crypto' }),
    });
  const { router } = await openTicket();
  await payFrom('EUR balance · €300.00');
  await enter('100');
  await held();
  expect(server.quotes().at(-1)).toEqual({
    kind: 'buy',
    crypto_symbol: 'BTC',
    amount_usd: '100.00',
    payment_currency: 'EUR',
  });
  expect(sumLine('Fee (1.5%)')).toBe('Fee (1.5%)$1.50');
  expect(sumLine('Rate')).toBe('Rate1 EUR = 1.0900 USD');
  expect(sumLine('Exchange fee (0.5%)')).toBe('Exchange fee (0.5%)€0.47');
  expect(sumLine('Total')).toBe('Total€93.59');
  await press();
  // Hovering keeps the toast open.
  await userEvent.hover(await screen.findByText('Successfully purchased 0.00100000 BTC'));
  expect(server.purchases()).toEqual([
    {
      crypto_symbol: 'BTC',
      amount_usd: '100.00',
      payment_method_id: 'eur_balance',
      quote_id: expect.stringMatching(/^quote-/),
    },
  ]);
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  await userEvent.click(screen.getByRole('button', { name: 'View receipt' }));
  await waitFor(() => expect(router.state.location.href).toBe('/transactions?id=7-3'));
});

test('Buy spends no euros before the form has shown the total in euros', async () => {
  server.answers['POST /api/quotes'] = () => new Promise<Response>(() => undefined);
  await openTicket();
  await payFrom('EUR balance · €300.00');
  await enter('100');
  server.answers['POST /api/quotes'] = () => Response.json(quoteFor(server.sent));
  await press();
  await findToast('Nothing was bought. The price has changed. Press Buy to accept the new price.');
  expect(server.purchases()).toEqual([]);
  expect(sumLine('Total')).toBe('Total€93.59');
});

test('a low EUR balance offers the largest possible purchase and a link to add euros', async () => {
  await openTicket();
  await payFrom('EUR balance · €300.00');
  await enter('400');
  const notice = (await screen.findByText('Insufficient balance.')).closest('output');
  // 406.00 dollars at 1.09 are 372.48 euros. The fee of 0.5 % is 1.87 euros.
  expect(notice?.textContent).toContain('Your EUR balance is €300.00, which is €74.35 less than the total.');
  const add = screen.getByRole('link', { name: 'Add Funds' });
  expect(add.getAttribute('href')).toBe('/dashboard?tab=wallet&add=EUR');
  await userEvent.click(screen.getByRole('button', { name: 'Use $320.55' }));
  await held();
  expect(screen.queryByText('Insufficient balance.')).toBeNull();
  expect(sumLine('Total')).toBe('Total€300.00');
});

test('a purchase typed in coins can be paid from the EUR wallet', async () => {
  await openTicket();
  await payFrom('EUR balance · €300.00');
  await inCoins();
  await enter('0.001');
  await held();
  expect(server.quotes().at(-1)).toMatchObject({ amount_crypto: '0.001'.padEnd(10, '0'), payment_currency: 'EUR' });
  expect(sumLine('Total')).toBe('Total€93.59');
});
