import { Link } from '@tanstack/react-router';
import type { MarketItem } from '../../api/read/answers.ts';
import { useLiveTick } from '../../api/live-prices.ts';
import { paths } from '../../paths.ts';
import { CoinIcon } from '../../wallet-ui/coin-icon.tsx';
import { Delta } from '../../wallet-ui/delta.tsx';
import { percentText } from '../../wallet-ui/percent-text.ts';
import { PriceText } from '../../wallet-ui/price-text.tsx';
import { CoinFigures } from './coin-figures.tsx';

export function CoinQuote({ coin: listed }: { coin: MarketItem }) {
  const coin = useLiveTick(listed);
  return (
    <section className="quote" aria-label={coin.name}>
      <div className="quote-id">
        <CoinIcon symbol={coin.symbol} size={44} />
        <div>
          <h2>
            <Link to={paths.coin} params={{ symbol: coin.symbol }} className="quote-link reaches">
              {coin.name}
            </Link>
          </h2>
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
      <CoinFigures coin={coin} />
    </section>
  );
}
