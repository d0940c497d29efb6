import type { CoinDetail } from '@florin/contract';

/** Returns a coin in the format of the coin page's data. Tests override fields. */
export const coinOf = (changed: Partial<CoinDetail> = {}): CoinDetail => ({
  symbol: 'BTC',
  name: 'Bitcoin',
  icon: '/coins/btc.svg',
  price: 64_182.4,
  price_exact: '64182.40',
  change: 2.41,
  updated_at: new Date().toISOString(),
  paused: null,
  marketCap: 1_270_000_000_000,
  kind: 'simulated',
  source: 'Florin sandbox',
  low_24h: 62_104,
  low_24h_exact: '62104.00',
  high_24h: 64_390,
  high_24h_exact: '64390.00',
  volume_24h: 28_400_000_000,
  supply: 19_780_000,
  ...changed,
});
