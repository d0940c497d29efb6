import { useQuery } from '@tanstack/react-query';
import { coinsQuery } from '../../api/queries-of-coins.ts';
import type { MarketItem } from '../../api/read/answers.ts';
import { useIsPhone } from '../../ui/is-phone.ts';
import { PriceChart } from '../../wallet-ui/chart/price-chart.tsx';
import { useChosenCoin } from '../../wallet-ui/chosen-coin.ts';
import { useLoadFailureToast } from '../../wallet-ui/load-failure-toast.ts';
import { NoCoinChosen } from '../../wallet-ui/no-coin-chosen.tsx';
import { CoinQuote } from './coin-quote.tsx';
import { CoinsOnPhone } from './market/coins-on-phone.tsx';
import { CoinsSection } from './market/coins-section.tsx';
import { PurchaseSkeleton } from './purchase-skeleton.tsx';
import { PurchaseTicket } from './ticket/purchase-ticket.tsx';
import styles from './buy.module.css';

/**
 * The Buy page. Desktops show the list next to the form; phones show the list first, then over the form. Both use the
 * same form, so rotating a phone keeps its input.
 */
export function BuyPage() {
  const coins = useQuery(coinsQuery);
  useLoadFailureToast(coins.isLoadingError, 'Failed to load cryptocurrencies');
  const { symbol, choose } = useChosenCoin();
  const onPhone = useIsPhone();
  const coin = coins.data?.find((item) => item.symbol === symbol);
  const isLoading = coins.isPending && symbol !== undefined;
  const hint =
    coins.data && symbol !== undefined
      ? `${symbol} is not available. Pick a coin from the list.`
      : 'Pick a coin from the list to see its price and fees.';
  return (
    <main className={`wrap ${styles.page}`}>
      <header className="page-head">
        <div>
          <h1>Buy Crypto</h1>
          <p>Choose from 170+ cryptocurrencies</p>
        </div>
      </header>
      <div className={`page-grid ${styles.trade}`}>
        <div className={styles.tradeLeft}>
          {onPhone && !isLoading && <CoinsOnPhone coins={coins} chosen={coin} hint={hint} onChoose={choose} />}
          {!onPhone && <CoinsSection coins={coins} chosen={coin} onChoose={choose} />}
        </div>
        <div className={styles.tradeRight}>
          {coin && <PurchasePanel coin={coin} />}
          {isLoading && <PurchaseSkeleton />}
          {!coin && !isLoading && !coins.isLoadingError && !onPhone && <NoCoinChosen>{hint}</NoCoinChosen>}
        </div>
      </div>
    </main>
  );
}

function PurchasePanel({ coin }: { coin: MarketItem }) {
  return (
    <>
      <CoinQuote coin={coin} />
      <PriceChart symbol={coin.symbol} name={coin.name} />
      <PurchaseTicket coin={coin} />
    </>
  );
}
