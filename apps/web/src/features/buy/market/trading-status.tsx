import { CirclePause } from 'lucide-react';
import type { MarketItem } from '../../../api/read/answers.ts';
import { useLiveTick } from '../../../api/live-prices.ts';
import { Notice } from '../../../ui/notice.tsx';
import { PricesAreOld } from '../../../wallet-ui/price-age.tsx';
import { TradingPaused } from '../../../wallet-ui/trading-paused.tsx';
import { freshestOf } from './prices-note.tsx';

type TradingStatusProps = { coins: readonly MarketItem[]; chosen: MarketItem | undefined };

/** Warns while all trading is paused because every price is too old, or while the selected coin is paused. */
export function TradingStatus({ coins, chosen }: TradingStatusProps) {
  const freshest = freshestOf(coins);
  return freshest && <Status freshest={freshest} coin={chosen ?? freshest} />;
}

function Status({ freshest, coin }: { freshest: MarketItem; coin: MarketItem }) {
  const all = useLiveTick(freshest);
  const one = useLiveTick(coin);
  if (all.paused === 'stale') {
    return (
      <Notice icon={CirclePause} tone="warn">
        <b>Trading is paused:</b> <PricesAreOld {...all} />. Trading will resume.
      </Notice>
    );
  }
  return one.paused && <TradingPaused name={one.name} paused={one.paused} />;
}
