import type { BalanceHistory, Gains, Limits, PaymentMethod, Quote, Transaction, Wallet } from '@florin/contract';
import { vi } from 'vitest';
import { holdingOf } from './holding-of.ts';
import { sentBody } from './sent-body.ts';

type Call = { url: string; body: unknown; key: string | null };

export const wallet = (
  currency: Wallet['currency'],
  available: string,
  held = '0.00',
  balance = available,
): Wallet => ({
  currency,
  balance: Number(balance),
  balance_exact: balance,
  held: Number(held),
  held_exact: held,
  available: Number(available),
  available_exact: available,
});

export const visa: PaymentMethod = {
  id: 'm1',
  type: 'card',
  label: 'Visa •••• 4242',
  is_default: true,
  brand: 'Visa',
  last4: '4242',
};
export const bank: PaymentMethod = {
  id: 'm2',
  type: 'bank',
  label: 'Sandbox Bank •••• 6789',
  is_default: false,
  name: 'Sandbox Bank',
  account_number: '•••• 6789',
};
const usdBalance: PaymentMethod = { id: 'usd_balance', type: 'balance', label: 'USD balance', is_default: false };

export const deposit: Transaction = {
  id: '3-1',
  type: 'deposit',
  amount: 500,
  amount_exact: '500.00',
  currency: 'USD',
  fee: 0,
  fee_exact: '0.00',
  counter_amount: 500,
  counter_amount_exact: '500.00',
  counter_currency: 'USD',
  status: 'completed',
  date: '2026-10-24T09:12:00.000Z',
  description: 'Added from Visa •••• 4242',
  payment_method: 'Visa •••• 4242',
  balance_after: 12980.35,
  balance_after_exact: '12980.35',
  timeline: [{ step: 'completed', at: '2026-10-24T09:12:00.000Z' }],
  can_cancel: false,
};

const limits: Limits = {
  day: { limit: 10_000, limit_exact: '10000.00', left: 9_098, left_exact: '9098.00' },
  month: { limit: 100_000, limit_exact: '100000.00', left: 98_000, left_exact: '98000.00' },
};

export const quote: Quote = {
  id: 'q1',
  kind: 'exchange',
  from: 'USD',
  to: 'EUR',
  amount: 500,
  amount_exact: '500.00',
  fee: 2.5,
  fee_exact: '2.50',
  total: 502.5,
  total_exact: '502.50',
  received: 458.71,
  received_exact: '458.71',
  rate: '0.917431',
  expires_at: '2026-10-24T09:12:30.000Z',
  expires_in_seconds: 30,
};

const gains: Gains = {
  value: 13767.12,
  value_exact: '13767.12',
  cost: 12044.18,
  cost_exact: '12044.18',
  unrealized_gain: 1722.94,
  unrealized_gain_exact: '1722.94',
  realized_gain: 120,
  realized_gain_exact: '120.00',
};

export const history: BalanceHistory = {
  range: '1m',
  every_seconds: 86_400,
  points: [
    [1_792_400_000, 12_000, 13_000],
    [1_792_600_000, 12_000, 13_500],
    [1_792_800_000, 12_480.35, 13_767.12],
  ],
};

/** A fake server for the dashboard. Tests can replace any response. */
export function dashboardServer() {
  const calls: Call[] = [];
  const answers: Record<string, () => Response | Promise<Response>> = {
    '/api/wallets': () => Response.json([wallet('USD', '12480.35'), wallet('EUR', '3214.80'), wallet('GBP', '412.06')]),
    '/api/crypto/portfolio': () => Response.json([holdingOf()]),
    '/api/crypto/portfolio/gains': () => Response.json(gains),
    '/api/crypto/portfolio/history?range=1m': () => Response.json(history),
    '/api/crypto/sparklines': () => Response.json([{ symbol: 'BTC', points: [0, 40, 100] }]),
    '/api/transactions?limit=5': () => Response.json([deposit]),
    '/api/payment-methods': () => Response.json([visa, bank, usdBalance]),
    '/api/payment-requests?state=open': () => Response.json([]),
    '/api/wallets/limits': () => Response.json(limits),
    'POST /api/wallets/deposits': () => Response.json(deposit),
    'POST /api/quotes': () => Response.json(quote),
  };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const sends = init.method === 'POST';
    if (sends) {
      const key = new Headers(init.headers).get('idempotency-key');
      calls.push({ url, body: sentBody(init), key });
    }
    return answers[sends ? `POST ${url}` : url]?.() ?? new Response(null, { status: 404 });
  });
  return { calls, answers };
}
