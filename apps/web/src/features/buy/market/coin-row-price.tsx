import type { MarketItem } from '../../../api/read/answers.ts';
import { useLiveTick } from '../../../api/live-prices.ts';
import { useInView } from '../../../ui/use-in-view.ts';
import { Delta } from '../../../wallet-ui/delta.tsx';
import { percentText } from '../../../wallet-ui/percent-text.ts';
import { PriceText } from '../../../wallet-ui/price-text.tsx';

/** Shows the live price and change. Updates only while visible. */
export function CoinRowPrice({ coin }: { coin: MarketItem }) {
  const [ref, onScreen] = useInView();
  const { price_exact, change } = useLiveTick(coin, onScreen);
  return (
    <span className="e" ref={ref}>
      <PriceText usdPerCoin={price_exact} />
      <br />
      <span className="small">
        <Delta percent={percentText(change)} />
      </span>
    </span>
  );
}
