import { useLiveTick } from '../../api/live-prices.ts';
import type { CoinDetail } from '../../api/read/answers.ts';
import { Fact } from '../../ui/fact.tsx';
import { numberFormat } from '../../ui/number-format.ts';
import { PriceAge } from '../../wallet-ui/price-age.tsx';
import { PriceText } from '../../wallet-ui/price-text.tsx';
import styles from './coin.module.css';

export function CoinMarket({ coin }: { coin: CoinDetail }) {
  const live = useLiveTick(coin);
  const { marketCap, volume_24h: volume, supply, symbol } = coin;
  const { low_24h: low, low_24h_exact: lowest, high_24h: high, high_24h_exact: highest } = live;
  return (
    <section className={`ledger ${styles.market}`} aria-labelledby="coin-market">
      <header>
        <h2 id="coin-market">Market</h2>
      </header>
      <dl className="sum">
        <Fact name="Market cap">{compactDollars(marketCap)}</Fact>
        <Fact name="24h volume">{typeof volume === 'number' ? compactDollars(volume) : <Unknown />}</Fact>
        <Fact name="24h low">
          {low === undefined || lowest === undefined ? (
            <Unknown />
          ) : (
            <PriceText usdPerCoin={live.price < low ? live.price_exact : lowest} />
          )}
        </Fact>
        <Fact name="24h high">
          {high === undefined || highest === undefined ? (
            <Unknown />
          ) : (
            <PriceText usdPerCoin={live.price > high ? live.price_exact : highest} />
          )}
        </Fact>
        <Fact name="In circulation">
          {typeof supply === 'number' ? `${compactCount(supply)} ${symbol}` : <Unknown />}
        </Fact>
      </dl>
      <p className={`small muted ${styles.age}`}>
        <PriceAge {...live} />.
      </p>
    </section>
  );
}

function Unknown() {
  return (
    <>
      <span aria-hidden>–</span>
      <span className="screen-reader">unknown</span>
    </>
  );
}

const compact = { notation: 'compact', maximumFractionDigits: 2 } as const;

/** Formats dollars, such as `$1.27T`. */
const compactDollars = numberFormat({ style: 'currency', currency: 'USD', ...compact });

/** Formats a count, such as `19.78M`. */
const compactCount = numberFormat(compact);
