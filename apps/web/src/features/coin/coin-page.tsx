import { CallRefused } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { NotOffered } from '../../api/not-offered.ts';
import { coinQuery } from '../../api/queries-of-coins.ts';
import type { CoinDetail } from '../../api/read/answers.ts';
import { paths } from '../../paths.ts';
import { RangedPriceChart } from '../../wallet-ui/chart/price-chart.tsx';
import { CoinFailed } from './coin-failed.tsx';
import { CoinHeader } from './coin-header.tsx';
import { CoinHolding } from './coin-holding.tsx';
import { CoinMarket } from './coin-market.tsx';
import { CoinNotOnOffer } from './coin-not-on-offer.tsx';
import { CoinSkeleton } from './coin-skeleton.tsx';
import { CoinTransactions } from './coin-transactions.tsx';
import { TradeLinks } from './trade-links.tsx';
import styles from './coin.module.css';

/** The page of one coin: price, history, the member's holding and market figures. */
export function CoinPage() {
  const { symbol } = useParams({ from: paths.coin });
  const coin = useQuery(coinQuery(symbol));
  if (coin.data) return <Coin key={symbol} coin={coin.data} />;
  if (coin.error && isUnknown(coin.error)) return <CoinNotOnOffer symbol={symbol} />;
  if (coin.isError || coin.fetchStatus === 'paused')
    return <CoinFailed symbol={symbol} error={coin.error} onRetry={() => void coin.refetch()} />;
  return <CoinSkeleton symbol={symbol} />;
}

const isUnknown = (error: Error) =>
  error instanceof NotOffered || (error instanceof CallRefused && error.body?.code === 'coin_not_found');

function Coin({ coin }: { coin: CoinDetail }) {
  const { symbol, name } = coin;
  const { range = '1d' } = useSearch({ from: paths.coin });
  const navigate = useNavigate({ from: paths.coin });
  return (
    <main className={`wrap ${styles.page}`}>
      <CoinHeader coin={coin} range={range} />
      <div className={`${styles.grid} page-grid`}>
        <section className={styles.chart} aria-label={`Price of ${name}`}>
          <RangedPriceChart
            symbol={symbol}
            name={name}
            height={340}
            range={range}
            onRange={(next) => void navigate({ search: { range: next }, replace: true, resetScroll: false })}
            withReading
          />
        </section>
        <CoinHolding symbol={symbol} name={name} />
        <CoinTransactions symbol={symbol} name={name} />
        <CoinMarket coin={coin} />
      </div>
      <TradeLinks symbol={symbol} place="phone" />
    </main>
  );
}
