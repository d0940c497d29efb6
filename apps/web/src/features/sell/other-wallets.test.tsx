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
test('a sale into the GBP wallet shows the rate, both fees and the proceeds in pounds', async () => {
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
  expect(screen.getByText('Goes to your British Pound wallet instantly.')).toBeDefined();
  await press();
  // Hovering keeps the toast open.
  await userEvent.hover(await screen.findByText('Successfully sold 1.25 ETH for £2425.83'));
  expect(server.sales.map(({ body }) => body)).toEqual([
    { crypto_symbol: 'ETH', amount_crypto: '1.25000000', payout_currency: 'GBP', quote_id: 'q1' },
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'View receipt' }));
  await waitFor(() => expect(router.state.location.href).toBe('/transactions?id=7-4'));
});

test('the Sell form pays in dollars without a choice if the server sends balances only', async () => {
  server.wallets = undefined;
  await openForm();
  await enter('1.25');
  await priceIsHeld();
  expect(screen.queryByLabelText('Paid into')).toBeNull();
  expect(screen.getByText('Goes to your US Dollar wallet instantly.')).toBeDefined();
});

// Rules: sell-11
test('the Sell form announces that a rest too small to sell later is sold too', async () => {
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
  const notice = () => screen.getByText(/are sold as well\.$/).closest('output')?.textContent;
  expect(notice()).toBe('The remaining 0.00000001 ETH are sold as well. This amount is too small to sell later.');
  expect(screen.getByText('100.0% of your Ethereum')).toBeDefined();
  await priceIsHeld();
  expect(notice()).toContain('0.00000001 ETH');
  await press();
  await screen.findByText('Successfully sold 3.18000001 ETH for $7876.99');
});

test('the Sell form shows no notice for a rest that can be sold later', async () => {
  await openForm();
  await enter('1.25');
  await priceIsHeld();
  expect(screen.queryByText(/sold as well/)).toBeNull();
});
