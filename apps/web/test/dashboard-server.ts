import type { Holding, PaymentMethod, Transaction, Wallet } from '@florin/contract';
import { vi } from 'vitest';
import { sentBody } from './sent-body.ts';

type Call = { url: string; body: unknown; key: string | null };

const wallet = (currency: Wallet['currency'], exact: string): Wallet => ({
  currency,
  balance: Number(exact),
  balance_exact: exact,
  held: 0,
  held_exact: '0.00',
  available: Number(exact),
  available_exact: exact,
});

export const visa: PaymentMethod = {
  id: 'm1',
  type: 'card',
  label: 'Visa •••• 4242',
  is_default: true,
  brand: 'Visa',
  last4: '4242',
};
const usdBalance: PaymentMethod = { id: 'usd_balance', type: 'balance', label: 'USD balance', is_default: false };

const bitcoin: Holding = {
  symbol: 'BTC',
  name: 'Bitcoin',
  icon: '/coins/btc.svg',
  amount: 0.2145,
  amount_exact: '0.21450000',
  value: 13767.12,
  value_exact: '13767.12',
  change: 2.41,
  price: 64182.4,
  price_exact: '64182.40',
};

const deposit: Transaction = {
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
};

/** What the dashboard reads, answered in place of the network; a test changes what it is about. */
export function dashboardServer() {
  const calls: Call[] = [];
  const answers: Record<string, () => Response> = {
    '/api/wallets': () => Response.json([wallet('USD', '12480.35'), wallet('EUR', '3214.80'), wallet('GBP', '412.06')]),
    '/api/crypto/portfolio': () => Response.json([bitcoin]),
    '/api/transactions?limit=5': () => Response.json([deposit]),
    '/api/payment-methods': () => Response.json([visa, usdBalance]),
    'POST /api/wallets/deposits': () => Response.json(deposit),
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
