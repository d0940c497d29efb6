import { ArrowLeft } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { LoadFailed } from '../../../wallet-ui/load-failed.tsx';
import type { CoinsProps } from './coins-props.ts';
import { CoinSheet } from './coin-sheet.tsx';
import { TradingStatus } from './trading-status.tsx';
import { useCoinList } from './use-coin-list.ts';

/** What opens the list, which then has the screen to itself. */
export function CoinsOnPhone({ coins, chosen, words }: CoinsProps) {
  const list = useCoinList();
  const opener = useRef<HTMLButtonElement>(null);
  if (coins.isLoadingError) return <LoadFailed error={coins.error} onRetry={() => void coins.refetch()} />;
  return (
    <>
      {chosen ? (
        <button type="button" className="change" ref={opener} onClick={list.open}>
          <Icon as={ArrowLeft} />
          All cryptocurrencies
        </button>
      ) : (
        <EmptyState
          title="Select a Cryptocurrency"
          heading="h2"
          action={
            <Button variant="primary" ref={opener} busy={coins.isPending} onClick={list.open}>
              Choose a coin
            </Button>
          }
        >
          {words}
        </EmptyState>
      )}
      {coins.data && (
        <>
          <TradingStatus coins={coins.data} chosen={chosen} />
          <CoinSheet
            open={list.isOpen}
            onOpenChange={(open) => !open && list.close()}
            opener={opener}
            coins={coins.data}
            chosen={chosen?.symbol}
            onChoose={list.choose}
          />
        </>
      )}
    </>
  );
}
