import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { enter, openForm, press, priceIsHeld, sumLine } from '../../../test/sell-screen.ts';
import { sellQuote, startSellServer } from '../../../test/sell-server.ts';
import { transactionOf } from '../../../test/transaction-of.ts';
import { walletOf } from '../../../test/wallet-of.ts';

let server: ReturnType<typeof startSellServer>;

beforeEach(() => {
  server = startSellServer();
  server.wallets = [walletOf('USD', '40.00'), walletOf('EUR', '0.00'), walletOf('GBP', '0.00')];
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

const payout = {
  currency: 'GBP' as const,
  fee: 15.41,
  fee_exact: '15.41',
  received: 2425.83,
  received_exact: '2425.83',
};

// Rules: sell-12
test('a sale into the pound wallet says the rate, both fees and what arrives in pounds', async () => {
  server.answerQuote = () => Response.json({ ...sellQuote, payout: { ...payout, rate: '0.787402' } });
  server.answerSale = () =>
    Response.json({
      usd_amount: 3096.22,
      usd_amount_exact: '3096.22',
      transaction: transactionOf({ id: '7-4', type: 'sell_crypto' }),
      payout: { currency: 'GBP', amount: 2425.83, amount_exact: '2425.83' },
    });
  const { router } = await openForm();
  await userEvent.selectOptions(await screen.findByLabelText('Paid into'), 'British Pound wallet');
  await enter('1.25');
  await priceIsHeld();
  expect(server.orders.at(-1)).toEqual({
    kind: 'sell',
    crypto_symbol: 'ETH',
    amount_crypto: '1.25000000',
    payout_currency: 'GBP',
  });
  expect(sumLine('Fee (1%)')).toBe('Fee (1%)−$31.28');
  expect(sumLine('Exchange fee (0.5%)')).toBe('Exchange fee (0.5%)−$15.41');
  expect(sumLine('Rate')).toBe('Rate1 USD = 0.7874 GBP');
  expect(sumLine('You get')).toBe('You get£2,425.83');
  expect(screen.getByText('Paid into your British Pound wallet at once.')).toBeDefined();
  await press();
  // Pointed at, it stays.
  await userEvent.hover(await screen.findByText('Successfully sold 1.25 ETH for £2425.83'));
  expect(server.sales.map(({ body }) => body)).toEqual([
    { crypto_symbol: 'ETH', amount_crypto: '1.25000000', payout_currency: 'GBP', quote_id: 'q1' },
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'View receipt' }));
  await waitFor(() => expect(router.state.location.href).toBe('/transactions?id=7-4'));
});

test('where the server names balances alone, a sale is paid in dollars and nothing is to be chosen', async () => {
  server.wallets = undefined;
  await openForm();
  await enter('1.25');
  await priceIsHeld();
  expect(screen.queryByLabelText('Paid into')).toBeNull();
  expect(screen.getByText('Paid into your US Dollar wallet at once.')).toBeDefined();
});

// Rules: sell-11
test('a rest too small to be sold later is said to go along, before the press, and counts', async () => {
  server.answerQuote = () =>
    Response.json({ ...sellQuote, crypto_amount: 3.18000001, crypto_amount_exact: '3.18000001' });
  server.answerSale = () =>
    Response.json({
      usd_amount: 7876.99,
      usd_amount_exact: '7876.99',
      transaction: transactionOf({
        type: 'sell_crypto',
        crypto: 'ETH',
        crypto_amount_exact: '3.18000001',
        cryptoAmount: 3.18,
      }),
    });
  await openForm();
  await enter('3.18');
  const said = () => screen.getByText(/are sold as well\.$/).closest('output')?.textContent;
  expect(said()).toBe('The remaining 0.00000001 ETH are sold as well. They would be too little to sell later.');
  expect(screen.getByText('100.0% of your Ethereum')).toBeDefined();
  await priceIsHeld();
  expect(said()).toContain('0.00000001 ETH');
  await press();
  await screen.findByText('Successfully sold 3.18000001 ETH for $7876.99');
});

test('a rest that can be sold by itself stays, and nothing is said of it', async () => {
  await openForm();
  await enter('1.25');
  await priceIsHeld();
  expect(screen.queryByText(/sold as well/)).toBeNull();
});
