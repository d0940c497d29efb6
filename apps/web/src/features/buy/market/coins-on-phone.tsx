import { ArrowLeft } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import type { MarketItem } from '../../../api/read/answers.ts';
import { Icon } from '../../../ui/icon.tsx';
import { LoadFailed } from '../../../wallet-ui/load-failed.tsx';
import type { CoinsProps } from './coins-props.ts';
import { CoinSheet } from './coin-sheet.tsx';
import { CoinsSection } from './coins-section.tsx';
import { TradingStatus } from './trading-status.tsx';
import { useCoinList } from './use-coin-list.ts';

/** Shows the list as the page until a coin is selected. After that the list opens over the form. */
export function CoinsOnPhone({ coins, chosen, hint, onChoose }: CoinsProps) {
  const opener = useFocusAfterChoice(chosen);
  const chooseFromTop = useCallback((symbol: string) => onChoose(symbol, true), [onChoose]);
  if (coins.isLoadingError) return <LoadFailed error={coins.error} onRetry={() => void coins.refetch()} />;
  if (!chosen)
    return (
      <CoinsSection
        coins={coins}
        chosen={chosen}
        heading="Select a Cryptocurrency"
        hint={hint}
        onChoose={chooseFromTop}
      />
    );
  return <OtherCoins coins={coins.data ?? []} chosen={chosen} opener={opener} />;
}

type OtherCoinsProps = {
  coins: readonly MarketItem[];
  chosen: MarketItem;
  opener: ReturnType<typeof useFocusAfterChoice>;
};

/** Opens the list of coins in a full-screen sheet. */
function OtherCoins({ coins, chosen, opener }: OtherCoinsProps) {
  const list = useCoinList();
  return (
    <>
      <button type="button" className="change" ref={opener} onClick={list.open}>
        <Icon as={ArrowLeft} />
        All cryptocurrencies
      </button>
      <TradingStatus coins={coins} chosen={chosen} />
      <CoinSheet
        open={list.isOpen}
        onOpenChange={(open) => !open && list.close()}
        opener={opener}
        coins={coins}
        chosen={chosen.symbol}
        onChoose={list.choose}
      />
    </>
  );
}

/** Focuses the list button after a selection, because the focused row disappears with the list. */
function useFocusAfterChoice(chosen: MarketItem | undefined) {
  const opener = useRef<HTMLButtonElement>(null);
  const wasChosen = useRef(chosen !== undefined);
  const isChosen = chosen !== undefined;
  useEffect(() => {
    if (isChosen && !wasChosen.current && document.activeElement === document.body)
      opener.current?.focus({ preventScroll: true });
    wasChosen.current = isChosen;
  }, [isChosen]);
  return opener;
}
