import './buy.css';
import { useQuery } from '@tanstack/react-query';
import { coinsQuery } from '../../api/queries.ts';
import { useIsPhone } from '../../ui/is-phone.ts';
import { useChosenCoin } from '../../wallet-ui/chosen-coin.ts';
import { useLoadFailureToast } from '../../wallet-ui/load-failure-toast.ts';
import { NoCoinChosen } from '../../wallet-ui/no-coin-chosen.tsx';
import { CoinsOnPhone } from './market/coins-on-phone.tsx';
import { CoinsSection } from './market/coins-section.tsx';
import { PurchasePanel } from './purchase-panel.tsx';
import { PurchaseSkeleton } from './purchase-skeleton.tsx';

/** On a desk the list stays beside the ticket; on a phone it comes first and then lies over it. The ticket is the same: turning a phone loses nothing. */
export function BuyPage() {
  const coins = useQuery(coinsQuery);
  useLoadFailureToast(coins.isLoadingError, 'Failed to load cryptocurrencies');
  const { symbol, choose } = useChosenCoin();
  const onPhone = useIsPhone();
  const coin = coins.data?.find((item) => item.symbol === symbol);
  const awaited = coins.isPending && symbol !== undefined;
  const words =
    coins.data && symbol !== undefined
      ? `${symbol} is not on offer here. Pick a coin from the list.`
      : 'Pick a coin from the list to see its price and what it costs to buy.';
  return (
    <main className="wrap buy">
      <header className="page-head">
        <div>
          <h1>Buy Crypto</h1>
          <p>Choose from 170+ cryptocurrencies</p>
        </div>
      </header>
      <div className="trade">
        <div className="tr-l">
          {onPhone && !awaited && <CoinsOnPhone coins={coins} chosen={coin} words={words} onChoose={choose} />}
          {!onPhone && <CoinsSection coins={coins} chosen={coin} onChoose={choose} />}
        </div>
        <div className="tr-r">
          {coin && <PurchasePanel coin={coin} />}
          {awaited && <PurchaseSkeleton />}
          {!coin && !awaited && !coins.isLoadingError && !onPhone && <NoCoinChosen>{words}</NoCoinChosen>}
        </div>
      </div>
    </main>
  );
}
