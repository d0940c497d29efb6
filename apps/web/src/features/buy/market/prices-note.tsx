import type { MarketItem } from '../../../api/read/answers.ts';
import { useLiveTick } from '../../../api/live-prices.ts';
import { PriceAge } from '../../../wallet-ui/price-age.tsx';

/** Where the prices come from and how old they are: of the freshest, which is watched for that. */
export function PricesNote({ coins }: { coins: readonly MarketItem[] }) {
  const freshest = freshestOf(coins);
  return freshest && <AgeOf coin={freshest} />;
}

function AgeOf({ coin }: { coin: MarketItem }) {
  return (
    <p className="small muted coins-note">
      <PriceAge {...useLiveTick(coin)} />
    </p>
  );
}

/** Of those with the same time the largest. */
export const freshestOf = (coins: readonly MarketItem[]): MarketItem | undefined =>
  coins.reduce<MarketItem | undefined>(
    (freshest, coin) => (freshest && (freshest.updated_at ?? '') >= (coin.updated_at ?? '') ? freshest : coin),
    undefined,
  );
