import { TriangleAlert } from 'lucide-react';
import type { Holding } from '../../api/read/answers.ts';
import { Notice } from '../../ui/notice.tsx';
import type { HeldPrice } from '../../wallet-ui/held-price/use-held-price.ts';
import { TradeTrouble, type Trouble } from '../../wallet-ui/held-price/trade-trouble.tsx';
import { NotTraded, TradingPaused } from '../../wallet-ui/trading-paused.tsx';

type PriceNoticeProps = { holding: Holding; price: HeldPrice<'sell'>; trouble: Trouble | undefined };

/** Shows why the sale is not possible or failed, and what to do. */
export function PriceNotice({ holding, price, trouble }: PriceNoticeProps) {
  if (trouble === 'unanswered') return <TradeTrouble side="sell" trouble={trouble} />;
  if (holding.paused === 'delisted') return <NotTraded {...holding} />;
  if (holding.paused !== null) return <TradingPaused name={holding.name} paused={holding.paused} />;
  if (price.state === 'failed')
    return (
      <Notice icon={TriangleAlert} tone="bad">
        {price.sentence}
      </Notice>
    );
  return <TradeTrouble side="sell" trouble={trouble} />;
}
