import type { MarketItem } from '../../../api/read/answers.ts';
import { useLiveTick } from '../../../api/live-prices.ts';
import { PriceAge } from '../../../wallet-ui/price-age.tsx';
import styles from '../buy.module.css';

/** Shows the source and age of the prices, taken from the coin with the latest price. */
export function PricesNote({ coins }: { coins: readonly MarketItem[] }) {
  const freshest = freshestOf(coins);
  return freshest && <AgeOf coin={freshest} />;
}

function AgeOf({ coin }: { coin: MarketItem }) {
  return (
    <p className={`small muted ${styles.coinsNote}`}>
      <PriceAge {...useLiveTick(coin)} />
    </p>
  );
}

/**
 * Returns the coin with the latest price. If several coins have this time, returns the first coin, which has the
 * largest market cap.
 */
export const freshestOf = (coins: readonly MarketItem[]): MarketItem | undefined =>
  coins.reduce<MarketItem | undefined>(
    (freshest, coin) => (freshest && (freshest.updated_at ?? '') >= (coin.updated_at ?? '') ? freshest : coin),
    undefined,
  );
