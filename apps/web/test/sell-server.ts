import type { SellQuote, Wallet } from '@florin/contract';
import { vi } from 'vitest';
import { holdingOf } from './holding-of.ts';
import { sentBody } from './sent-body.ts';

export const eth = holdingOf({
  symbol: 'ETH',
  name: 'Ethereum',
  amount: 3.18,
  amount_exact: '3.18000001',
  value: 7950,
  value_exact: '7950.00',
  change: -1.12,
  price: 2500,
  price_exact: '2500.00',
  cost: 6360,
  cost_exact: '6360.00',
});
export const sol = holdingOf({
  symbol: 'SOL',
  name: 'Solana',
  amount: 41,
  amount_exact: '41.00000000',
  price: 50,
  price_exact: '50.00',
  cost: 2500,
  cost_exact: '2500.00',
});

/** A quote slightly above the listed price. */
export const sellQuote: SellQuote = {
  id: 'q1',
  kind: 'sell',
  crypto_symbol: 'ETH',
  price: 2502,
  price_exact: '2502.00',
  crypto_amount: 1.25,
  crypto_amount_exact: '1.25000000',
  amount: 3127.5,
  amount_exact: '3127.50',
  fee: 31.28,
  fee_exact: '31.28',
  total: 3096.22,
  total_exact: '3096.22',
  expires_at: '2026-10-24T09:12:30.000Z',
  expires_in_seconds: 30,
};

/** A fake server for the Sell screen. Tests can replace any response. */
export function startSellServer() {
  const server = {
    holdings: Response.json([eth, sol]),
    answerQuote: () => Response.json(sellQuote),
    answerSale: (): Response | Promise<Response> => Response.json({ usd_amount: 3096.23, usd_amount_exact: '3096.23' }),
    sales: [] as { body: unknown; key: string | null }[],
    orders: [] as unknown[],
    wallets: undefined as Wallet[] | undefined,
  };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === '/api/crypto/portfolio') return server.holdings.clone();
    if (url === '/api/quotes') {
      server.orders.push(sentBody(init));
      return server.answerQuote();
    }
    if (url === '/api/wallets' && server.wallets) return Response.json(server.wallets);
    if (url !== '/api/crypto/sell') return new Response(null, { status: 404 });
    server.sales.push({ body: sentBody(init), key: new Headers(init.headers).get('idempotency-key') });
    return server.answerSale();
  });
  return server;
}
