import { useNavigate, useSearch } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useCallback, useEffect, useRef, type RefObject } from 'react';
import type { MarketItem } from '../../../api/read/answers.ts';
import { paths } from '../../../paths.ts';
import { FullSheet } from '../../../ui/full-sheet.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { LoadFailed } from '../../../wallet-ui/load-failed.tsx';
import { CoinMarket } from './coin-market.tsx';
import type { CoinsProps } from './coins-props.ts';
import { CoinsSection } from './coins-section.tsx';
import { TradingStatus } from './trading-status.tsx';
import { useMarket } from './use-market.ts';
import styles from '../buy.module.css';

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
      <button type="button" className={styles.change} ref={opener} onClick={list.open}>
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

type CoinSheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The button that opens the sheet and gets the focus when the sheet closes. */
  opener: RefObject<HTMLButtonElement | null>;
  coins: readonly MarketItem[];
  chosen: string | undefined;
  onChoose: (symbol: string) => void;
};

/** Shows the list of coins in a full-screen sheet on phones. */
function CoinSheet({ open, onOpenChange, opener, ...rest }: CoinSheetProps) {
  return (
    <FullSheet open={open} onOpenChange={onOpenChange} title="Cryptocurrencies" returnFocusTo={() => opener.current}>
      <SheetMarket {...rest} />
    </FullSheet>
  );
}

function SheetMarket({ coins, chosen, onChoose }: Pick<CoinSheetProps, 'coins' | 'chosen' | 'onChoose'>) {
  const market = useMarket(coins);
  return (
    <div className={styles.coins}>
      <output className="screen-reader">{!market.pendingFavorites && `${market.found.length} cryptocurrencies`}</output>
      <CoinMarket market={market} chosen={chosen} onChoose={onChoose} />
    </div>
  );
}

/** Opens and closes the phone's coin list. The URL holds the state, so that a reload keeps it. */
function useCoinList() {
  const { coin, sort, show, list } = useSearch({ strict: false });
  const navigate = useNavigate();
  const view = { ...(sort && { sort }), ...(show && { show }) };
  const withCoin = (symbol: string | undefined) => ({ ...(symbol !== undefined && { coin: symbol }), ...view });
  const closeWith = (symbol: string | undefined) =>
    void navigate({ to: paths.buy, search: withCoin(symbol), replace: true, resetScroll: false });

  const open = () =>
    void navigate({ to: paths.buy, search: { ...withCoin(coin), list: 'open' }, replace: true, resetScroll: false });
  const close = () => list !== undefined && closeWith(coin);
  const choose = (symbol: string) => closeWith(symbol);
  return { isOpen: list === 'open', open, close, choose };
}
