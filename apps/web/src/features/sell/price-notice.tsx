import type { Holding } from '@florin/contract';
import { CircleHelp, Clock, TriangleAlert } from 'lucide-react';
import { Notice } from '../../ui/notice.tsx';
import type { HeldPrice } from '../../wallet-ui/held-price/use-held-price.ts';
import { TradingPaused } from '../../wallet-ui/trading-paused.tsx';
import type { SaleTrouble } from './use-sale.ts';

type PriceNoticeProps = { holding: Holding; price: HeldPrice<'sell'>; trouble: SaleTrouble | undefined };

/** What stands between the seller and a sale, if anything does, and what to do about it. */
export function PriceNotice({ holding, price, trouble }: PriceNoticeProps) {
  if (holding.paused !== null) return <TradingPaused name={holding.name} paused={holding.paused} />;
  if (price.state === 'failed')
    return (
      <Notice icon={TriangleAlert} tone="bad">
        {price.sentence}
      </Notice>
    );
  switch (trouble?.kind) {
    case 'price changed':
      return (
        <Notice icon={Clock} tone="warn">
          <b>Nothing was sold:</b> the price has changed. Here is the new one; press Sell again to take it.
        </Notice>
      );
    case 'unanswered':
      return (
        <Notice icon={CircleHelp} tone="warn">
          <b>The server did not answer.</b> Press Sell again to find out: it will not be sold twice.
        </Notice>
      );
    case undefined:
      return null;
  }
}
