import { ArrowLeft } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { LoadFailed } from '../../../wallet-ui/load-failed.tsx';
import type { CoinsProps } from './coins-props.ts';
import { CoinSheet } from './coin-sheet.tsx';
import { TradingStatus } from './trading-status.tsx';

/** What opens the list, which then has the screen to itself. */
export function CoinsOnPhone({ coins, chosen, words, onChoose }: CoinsProps) {
  const [choosing, setChoosing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  if (coins.isLoadingError) return <LoadFailed error={coins.error} onRetry={() => void coins.refetch()} />;
  const open = () => setChoosing(true);
  return (
    <>
      {chosen ? (
        <button type="button" className="change" ref={opener} onClick={open}>
          <Icon as={ArrowLeft} />
          All cryptocurrencies
        </button>
      ) : (
        <EmptyState
          title="Select a Cryptocurrency"
          action={
            <Button variant="primary" ref={opener} busy={coins.isPending} onClick={open}>
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
            open={choosing}
            onOpenChange={setChoosing}
            opener={opener}
            coins={coins.data}
            chosen={chosen?.symbol}
            onChoose={(picked) => {
              onChoose(picked);
              setChoosing(false);
            }}
          />
        </>
      )}
    </>
  );
}
