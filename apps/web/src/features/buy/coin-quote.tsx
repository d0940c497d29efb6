import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useLiveTick } from '../../api/live-prices.ts';
import { coinQuery } from '../../api/queries-of-coins.ts';
import type { MarketItem } from '../../api/read/answers.ts';
import { paths } from '../../paths.ts';
import { decimalText } from '../../ui/decimal-text.ts';
import { numberFormat } from '../../ui/number-format.ts';
import { CoinIcon } from '../../wallet-ui/coin-icon.tsx';
import { Delta } from '../../wallet-ui/delta.tsx';
import { percentText } from '../../wallet-ui/percent-text.ts';
import { PriceText } from '../../wallet-ui/price-text.tsx';
import styles from './buy.module.css';

export function CoinQuote({ coin: listed }: { coin: MarketItem }) {
  const coin = useLiveTick(listed);
  return (
    <section className={styles.quote} aria-label={coin.name}>
      <div className="quote-identity">
        <CoinIcon symbol={coin.symbol} size={44} />
        <div>
          <h2>
            <Link to={paths.coin} params={{ symbol: coin.symbol }} className={`${styles.quoteLink} reaches`}>
              {coin.name}
            </Link>
          </h2>
          <p className="small muted">{coin.symbol}</p>
        </div>
      </div>
      <div className={styles.quotePrice}>
        <p className="figure figure-large">
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

/** Shows market cap and the 24-hour low and high. A live price outside that range replaces the low or high. */
function CoinFigures({ coin }: { coin: MarketItem }) {
  const { data } = useQuery(coinQuery(coin.symbol));
  const low = data?.low_24h !== undefined && (data.low_24h < coin.price ? data.low_24h_exact : coin.price_exact);
  const high = data?.high_24h !== undefined && (data.high_24h > coin.price ? data.high_24h_exact : coin.price_exact);
  return (
    <dl className={styles.quoteMarket}>
      <div>
        <dt>Market cap</dt>
        <dd>{compactDollars(coin.marketCap)}</dd>
      </div>
      <div>
        <dt>24h low</dt>
        <dd>{low ? <Bound usdPerCoin={low} /> : '–'}</dd>
      </div>
      <div>
        <dt>24h high</dt>
        <dd>{high ? <Bound usdPerCoin={high} /> : '–'}</dd>
      </div>
    </dl>
  );
}

/** Shows a low or high, without cents from 1,000 dollars up. */
function Bound({ usdPerCoin }: { usdPerCoin: string }) {
  const dollars = Number(usdPerCoin);
  return dollars >= 1000 ? wholeDollars(dollars) : <PriceText usdPerCoin={usdPerCoin} />;
}

const wholeDollars = (dollars: number) => `$${decimalText(dollars, 0)}`;

/** Formats dollars with three digits, such as `$1.27T`. */
const compactDollars = numberFormat({
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  minimumSignificantDigits: 3,
  maximumSignificantDigits: 3,
});
