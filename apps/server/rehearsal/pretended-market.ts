import { priceText, type FiatCode } from '@florin/money';
import { simulatedExchangeRates } from '../src/providers/exchange-rates/simulated.ts';
import { simulatedPriceFeed } from '../src/providers/price-feed/simulated.ts';

const feed = simulatedPriceFeed({ seed: 'rehearsal' });

/** Returns the simulated prices in the format that `PRICE_FEED` reads from an address. */
export function pricesNow() {
  const time = new Date();
  return feed.prices(time).map((coin) => ({
    symbol: coin.symbol,
    price: coin.usdPerCoin,
    time: time.toISOString(),
    change_24h: coin.changePercent24h,
    market_cap: coin.marketCapUsd,
    volume_24h: coin.volumeUsd24h,
    supply: coin.supply,
  }));
}

/** Returns the sandbox's exchange rates in the format that `EXCHANGE_RATES` reads from an address. */
export function ratesNow() {
  const time = new Date().toISOString();
  const { rates } = simulatedExchangeRates.now();
  return (['EUR', 'GBP'] satisfies FiatCode[]).map((symbol) => ({ symbol, price: priceText(rates[symbol]), time }));
}
