import type { MarketItem } from '../../../api/read/answers.ts';
import { LoadFailed } from '../../../wallet-ui/load-failed.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { CoinMarket } from './coin-market.tsx';
import type { CoinsProps } from './coins-props.ts';
import { TradingStatus } from './trading-status.tsx';
import { useMarket } from './use-market.ts';
import styles from '../buy.module.css';

type CoinsSectionProps = Omit<CoinsProps, 'hint'> & { heading?: string; hint?: string };

/** The list in the page: next to the form on desktops, alone on phones until a coin is selected. */
export function CoinsSection({ coins, chosen, heading = 'Cryptocurrencies', hint, onChoose }: CoinsSectionProps) {
  const market = useMarket(coins.data ?? noCoins);
  return (
    <section className={`ledger ${styles.coins}`} aria-labelledby="coins-heading">
      <header>
        <h2 id="coins-heading">{heading}</h2>
        {coins.data && !market.pendingFavorites && (
          <output className="small muted">
            {market.found.length}
            <span className="screen-reader"> cryptocurrencies</span>
          </output>
        )}
      </header>
      {hint !== undefined && <p className={`small muted ${styles.coinsWords}`}>{hint}</p>}
      {coins.isLoadingError && <LoadFailed error={coins.error} onRetry={() => void coins.refetch()} />}
      {coins.isPending && <SkeletonRows count={10} />}
      {coins.data && (
        <>
          <TradingStatus coins={coins.data} chosen={chosen} />
          <CoinMarket market={market} chosen={chosen?.symbol} onChoose={onChoose} />
        </>
      )}
    </section>
  );
}

const noCoins: readonly MarketItem[] = [];
