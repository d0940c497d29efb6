import type { MarketItem } from '@florin/contract';
import { CoinIcon } from '../../wallet-ui/coin-icon.tsx';
import { Delta } from '../../wallet-ui/delta.tsx';
import { percentText } from '../../wallet-ui/percent-text.ts';
import { PriceText } from '../../wallet-ui/price-text.tsx';

export function CoinQuote({ coin }: { coin: MarketItem }) {
  return (
    <section className="quote" aria-label={coin.name}>
      <div className="quote-id">
        <CoinIcon symbol={coin.symbol} size={44} />
        <div>
          <h2>{coin.name}</h2>
          <p className="small muted">{coin.symbol}</p>
        </div>
      </div>
      <div className="quote-p">
        <p className="fig fig-l">
          <PriceText usdPerCoin={coin.price_exact} />
        </p>
        <p>
          <Delta percent={percentText(coin.change)} /> <span className="muted">24h</span>
        </p>
      </div>
      <dl className="quote-m">
        <div>
          <dt>Market cap</dt>
          <dd>{compactDollars.format(coin.marketCap)}</dd>
        </div>
      </dl>
    </section>
  );
}

/** `$1.27T` */
const compactDollars = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 2,
});
