import './buy.css';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ArrowLeft } from 'lucide-react';
import { useCallback } from 'react';
import { coinsQuery } from '../../api/queries.ts';
import { Icon } from '../../ui/icon.tsx';
import { isPhone } from '../../ui/is-phone.ts';
import { useChosenCoin } from '../../wallet-ui/chosen-coin.ts';
import { useLoadFailureToast } from '../../wallet-ui/load-failure-toast.ts';
import { NoCoinChosen } from '../../wallet-ui/no-coin-chosen.tsx';
import { CoinsSection } from './coins-section.tsx';
import { PurchasePanel } from './purchase-panel.tsx';
import { PurchaseSkeleton } from './purchase-skeleton.tsx';

/** On a desk the list stays beside the ticket; on a phone one follows the other. */
export function BuyPage() {
  const coins = useQuery(coinsQuery);
  useLoadFailureToast(coins.isLoadingError, 'Failed to load cryptocurrencies');
  const { symbol, choose } = useChosenCoin();
  const open = useCallback((picked: string) => choose(picked, isPhone()), [choose]);
  const coin = coins.data?.find((item) => item.symbol === symbol);
  const awaited = coins.isPending && symbol !== undefined;
  const isChoosing = coin === undefined && !awaited;
  return (
    <main className="wrap buy">
      <header className="page-head">
        <div>
          <h1>Buy Crypto</h1>
          <p>Choose from 170+ cryptocurrencies</p>
        </div>
      </header>
      <div className="trade">
        <div className={clsx('tr-l', !isChoosing && 'only-wide')}>
          <CoinsSection coins={coins} chosen={coin?.symbol} onChoose={open} />
        </div>
        <div className={clsx('tr-r', isChoosing && 'only-wide')}>
          {!isChoosing && (
            <button type="button" className="change only-phone" onClick={() => choose(undefined, true)}>
              <Icon as={ArrowLeft} />
              All cryptocurrencies
            </button>
          )}
          {coin && <PurchasePanel coin={coin} />}
          {awaited && <PurchaseSkeleton />}
          {isChoosing && !coins.isLoadingError && (
            <NoCoinChosen>
              {coins.data && symbol !== undefined
                ? `${symbol} is not on offer here. Pick a coin from the list.`
                : 'Pick a coin from the list to see its price and what it costs to buy.'}
            </NoCoinChosen>
          )}
        </div>
      </div>
    </main>
  );
}
