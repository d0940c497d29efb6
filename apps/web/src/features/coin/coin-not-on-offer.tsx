import { useQuery } from '@tanstack/react-query';
import type { Holding } from '../../api/read/answers.ts';
import { portfolioQuery } from '../../api/queries.ts';
import { CoinIcon } from '../../wallet-ui/coin-icon.tsx';
import { PriceText } from '../../wallet-ui/price-text.tsx';
import { NotTraded } from '../../wallet-ui/trading-paused.tsx';
import { CoinFailed } from './coin-failed.tsx';
import { CoinHolding } from './coin-holding.tsx';
import { CoinSkeleton } from './coin-skeleton.tsx';
import { CoinTransactions } from './coin-transactions.tsx';
import { UnknownCoin } from './unknown-coin.tsx';
import styles from './coin.module.css';

/** Shows a coin that is not in the market: the holding of a delisted coin, else a not-found page. */
export function CoinNotOnOffer({ symbol }: { symbol: string }) {
  const { data: holdings, isError, error, fetchStatus, refetch } = useQuery(portfolioQuery);
  const holding = holdings?.find((each) => each.symbol === symbol.toUpperCase());
  if (holding) return <DelistedCoin holding={holding} />;
  if (holdings) return <UnknownCoin symbol={symbol} />;
  if (isError || fetchStatus === 'paused')
    return <CoinFailed symbol={symbol} error={error} onRetry={() => void refetch()} />;
  return <CoinSkeleton symbol={symbol} />;
}

function DelistedCoin({ holding }: { holding: Holding }) {
  const { symbol, name, price_exact } = holding;
  return (
    <main className={`wrap ${styles.page}`}>
      <header className={styles.head}>
        <div className={styles.identity}>
          <CoinIcon symbol={symbol} size={52} />
          <h1>{name}</h1>
        </div>
        <div className={styles.price}>
          <p className="figure figure-hero">{price_exact !== undefined && <PriceText usdPerCoin={price_exact} />}</p>
        </div>
        <div className={styles.paused}>
          <NotTraded {...holding} />
        </div>
      </header>
      <div className={`${styles.grid} ${styles.gone} page-grid`}>
        <CoinHolding symbol={symbol} name={name} />
        <CoinTransactions symbol={symbol} name={name} />
      </div>
    </main>
  );
}
