import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { timestamp } from './wire.ts';

export const marketItem = z.object({
  symbol: z.string(),
  name: z.string(),
  /** A path on this host. */
  icon: z.string(),
  /** Dollars per coin. */
  price: z.number(),
  price_exact: z.string(),
  /** Percent over 24 hours, signed. */
  change: z.number(),
  /** Whole dollars. */
  marketCap: z.number(),
  /** Where the price comes from, and of when it is. */
  source: z.enum(['simulated', 'reference', 'live']),
  updated_at: timestamp,
});
export type MarketItem = z.infer<typeof marketItem>;

export const listCoins = endpoint({
  method: 'GET',
  path: '/crypto/list',
  summary: 'All coins with their prices, by market capitalisation',
  access: 'member',
  answer: z.array(marketItem),
  refusals: [],
});
