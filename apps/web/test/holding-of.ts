import type { Holding } from '@florin/contract';

/** Returns a holding in the server's format. Tests override fields, both numbers and exact strings. */
export const holdingOf = (changed: Partial<Holding> = {}): Holding => ({
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
  updated_at: '2026-10-24T09:12:00.000Z',
  paused: null,
  average_cost: 56150,
  average_cost_exact: '56150.00',
  cost: 12044.18,
  cost_exact: '12044.18',
  unrealized_gain: 1722.94,
  unrealized_gain_exact: '1722.94',
  realized_gain: 0,
  realized_gain_exact: '0.00',
  ...changed,
});
