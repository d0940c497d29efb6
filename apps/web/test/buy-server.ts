import {
  type BuyQuote,
  type CoinDetail,
  type ErrorCode,
  type MarketItem,
  type PaymentMethod,
  type PurchaseAllowance,
} from '@florin/contract';
import {
  defaultFeeRates as fees,
  parseAmount,
  parsePrice,
  priceBuy,
  priceBuyCoins,
  priceExchangeFor,
  rateText,
  toDecimal,
  zero,
  type Amount,
  type FiatCode,
  type UsdPerCoin,
} from '@florin/money';
import { vi } from 'vitest';
import type { OrderOf } from '../src/wallet-ui/held-price/use-quote.ts';
import { sentBody } from './sent-body.ts';
import { walletOf } from './wallet-of.ts';

type Answer = () => Response | Promise<Response>;

type Sent = { path: string; method: string; body: unknown };

/** A fake server for the Buy screen. Tests can replace any response. */
export function startBuyServer() {
  const sent: Sent[] = [];
  const purchaseKeys: (string | null)[] = [];
  const answers: Record<string, Answer> = {
    'GET /api/crypto/list': () => Response.json(coins()),
    'GET /api/crypto/sparklines': () => Response.json([{ symbol: 'BTC', points: [0, 40, 100] }]),
    'GET /api/crypto/favorites': () => Response.json(['DOGE']),
    'GET /api/crypto/allowance': () => Response.json(allowance('500.00')),
    'GET /api/crypto/BTC/candles': () => Response.json({ range: '1d', every_seconds: 300, candles: [] }),
    'GET /api/crypto/BTC': () => Response.json(detail()),
    'GET /api/payment-methods': () => Response.json(methods),
    'GET /api/wallets': () => Response.json([usdWallet]),
    'POST /api/quotes': () => Response.json(quoteFor(sent)),
    'POST /api/crypto/buy': () => Response.json({ crypto_amount: 0.0005, crypto_amount_exact: '0.00050000' }),
  };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const path = url.replace(/\?.*/, '');
    const method = init.method ?? 'GET';
    sent.push({ path, method, body: sentBody(init) });
    if (path === '/api/crypto/buy') purchaseKeys.push(new Headers(init.headers).get('idempotency-key'));
    return answers[`${method} ${path}`]?.() ?? Response.json({}, { status: 404 });
  });
  const bodiesTo = (path: string) => sent.filter((each) => each.path === path).map(({ body }) => body);
  return {
    answers,
    sent,
    purchases: () => bodiesTo('/api/crypto/buy'),
    purchaseKeys,
    quotes: () => bodiesTo('/api/quotes'),
  };
}

const coinItem = (symbol: string, name: string, price_exact: string, change: number): MarketItem => ({
  symbol,
  name,
  icon: `/coins/${symbol.toLowerCase()}.svg`,
  price: Number(price_exact),
  price_exact,
  change,
  marketCap: 1_270_000_000_000,
  kind: 'simulated',
  source: 'Florin sandbox',
  updated_at: new Date().toISOString(),
  paused: null,
});

/** Returns coins with prices of the current time, because one process loads this module once for many files. */
export const coins = () => [
  coinItem('BTC', 'Bitcoin', '100000.00', 2.41),
  coinItem('DOGE', 'Dogecoin', '0.152268', -1.12),
  coinItem('AAVE', 'Aave', '152.30', 1.74),
];

const detail = (): CoinDetail => ({
  ...coinItem('BTC', 'Bitcoin', '100000.00', 2.41),
  low_24h: 97_104.4,
  low_24h_exact: '97104.40',
  high_24h: 100_390.1,
  high_24h_exact: '100390.10',
  volume_24h: null,
  supply: null,
});

export const allowance = (left_exact: string): PurchaseAllowance => ({
  plan: 'personal',
  month: { limit: 500, limit_exact: '500.00', left: Number(left_exact), left_exact },
});

export const methods: PaymentMethod[] = [
  { id: 'card', type: 'card', label: 'Visa •••• 4242', is_default: true },
  { id: 'usd_balance', type: 'balance', label: 'USD balance', is_default: false },
];

const usdWallet = walletOf('USD', '40.00');

let quoteCount = 0;

/** Returns the quote for the last requested order, at `usdPerCoin`. */
export function quoteFor(sent: readonly Sent[], usdPerCoin = '100000.00'): BuyQuote {
  const order = sent.findLast(({ path }) => path === '/api/quotes')?.body;
  if (!isPurchase(order)) throw new Error('the fake server quotes only purchases');
  const { amount, fee, total, coins: bought } = priced(order, parsePrice(usdPerCoin));
  const { payment_currency: currency } = order;
  return {
    kind: 'buy',
    id: `quote-${(quoteCount += 1)}`,
    expires_at: new Date(Date.now() + 20_000).toISOString(),
    expires_in_seconds: 20,
    crypto_symbol: order.crypto_symbol,
    price: Number(usdPerCoin),
    price_exact: usdPerCoin,
    amount: Number(toDecimal(amount)),
    amount_exact: toDecimal(amount),
    fee: Number(toDecimal(fee)),
    fee_exact: toDecimal(fee),
    total: Number(toDecimal(total)),
    total_exact: toDecimal(total),
    crypto_amount: Number(toDecimal(bought)),
    crypto_amount_exact: toDecimal(bought),
    ...(currency && currency !== 'USD' && { payment: paymentOf(total, currency) }),
  };
}

/** Uses 1.09 dollars per euro and 1.27 dollars per pound. */
function paymentOf(total: Amount<'USD'>, currency: FiatCode): NonNullable<BuyQuote['payment']> {
  const rates = { USD: parsePrice('1'), EUR: parsePrice('1.09'), GBP: parsePrice('1.27') };
  const price = priceExchangeFor(total, currency, rates, fees.exchange);
  const exact = (amount: Amount) => toDecimal(amount);
  return {
    currency,
    amount: Number(exact(price.amount)),
    amount_exact: exact(price.amount),
    fee: Number(exact(price.fee)),
    fee_exact: exact(price.fee),
    total: Number(exact(price.total)),
    total_exact: exact(price.total),
    rate: rateText(currency, 'USD', rates),
  };
}

const isPurchase = (order: unknown): order is OrderOf<'buy'> =>
  typeof order === 'object' && order !== null && 'kind' in order && order.kind === 'buy';

function priced(order: OrderOf<'buy'>, price: UsdPerCoin) {
  if (order.amount_crypto !== undefined) {
    const { amount: wanted } = parseAmount(order.crypto_symbol, order.amount_crypto);
    return priceBuyCoins(wanted ?? zero(order.crypto_symbol), price, fees.buy);
  }
  const { amount } = parseAmount('USD', order.amount_usd ?? '');
  return priceBuy(amount ?? zero('USD'), order.crypto_symbol, price, fees.buy);
}

export const refusal = (code: ErrorCode, detail: string, status = 409) =>
  Response.json({ detail, code, request_id: 'r' }, { status });
