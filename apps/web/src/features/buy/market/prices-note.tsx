import type { MarketItem } from '@florin/contract';
import { useLiveTick } from '../../../api/live-prices.ts';
import { PriceAge } from '../../../wallet-ui/price-age.tsx';

/** Where the prices come from and how old they are: of the freshest, which is watched for that. */
export function PricesNote({ coins }: { coins: readonly MarketItem[] }) {
  const freshest = freshestOf(coins);
  return freshest && <AgeOf coin={freshest} />;
}

function AgeOf({ coin }: { coin: MarketItem }) {
  const { kind, source, updated_at } = useLiveTick(coin);
  return (
    <p className="small muted coins-note">
      <PriceAge kind={kind} source={source} updatedAt={updated_at} />
    </p>
  );
}

/** Of those with the same time the largest. */
export const freshestOf = (coins: readonly MarketItem[]): MarketItem | undefined =>
  coins.reduce<MarketItem | undefined>(
    (freshest, coin) => (freshest && freshest.updated_at >= coin.updated_at ? freshest : coin),
    undefined,
  );
