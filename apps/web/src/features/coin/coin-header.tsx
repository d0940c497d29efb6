import type { CandleRange } from '@florin/contract';
import { useLiveTick } from '../../api/live-prices.ts';
import { useMay } from '../../api/may.ts';
import { NotOffered } from '../../api/not-offered.ts';
import type { CoinDetail } from '../../api/read/answers.ts';
import { dollarsText } from '../../wallet-ui/chart/dollars.ts';
import { rangeNames } from '../../wallet-ui/chart/price-times.ts';
import { useCandles } from '../../wallet-ui/chart/use-candles.ts';
import { CoinIcon } from '../../wallet-ui/coin-icon.tsx';
import { Delta } from '../../wallet-ui/delta.tsx';
import { FavoriteStar } from '../../wallet-ui/favorite-star.tsx';
import { useFavoriteCoins } from '../../wallet-ui/favorite-coins.ts';
import { percentText } from '../../wallet-ui/percent-text.ts';
import { PriceText } from '../../wallet-ui/price-text.tsx';
import { TradingPaused } from '../../wallet-ui/trading-paused.tsx';
import { rangeChange } from './range-change.ts';
import styles from './coin.module.css';

export function CoinHeader({ coin, range }: { coin: CoinDetail; range: CandleRange }) {
  const { symbol, name } = coin;
  const { favorites, mark } = useFavoriteCoins();
  const mayMark = useMay('pay');
  return (
    <header className={styles.head}>
      <div className={styles.identity}>
        <CoinIcon symbol={symbol} size={52} />
        <h1>
          {name} <span className="muted">{symbol}</span>
        </h1>
        {mayMark && favorites && (
          <FavoriteStar symbol={symbol} name={name} isFavorite={favorites.has(symbol)} onMark={mark} />
        )}
      </div>
      <LivePrice coin={coin} range={range} />
    </header>
  );
}

function LivePrice({ coin, range }: { coin: CoinDetail; range: CandleRange }) {
  const live = useLiveTick(coin);
  const { data: history, error } = useCandles(coin.symbol, range);
  const change = history && rangeChange(history, live);
  return (
    <>
      <div className={styles.price}>
        <p className="figure figure-hero">
          <PriceText usdPerCoin={live.price_exact} />
        </p>
        <p>
          {change && history && (
            <>
              <Delta percent={percentText(change.percent)} />{' '}
              <span className="muted">
                {rangeNames[history.range].short}, {dollarsText(change.dollars, 'always')}
              </span>
            </>
          )}
          {error instanceof NotOffered && (
            <>
              <Delta percent={percentText(live.change)} /> <span className="muted">24h</span>
            </>
          )}
        </p>
      </div>
      {live.paused && (
        <div className={styles.paused}>
          <TradingPaused name={coin.name} paused={live.paused} />
        </div>
      )}
    </>
  );
}
