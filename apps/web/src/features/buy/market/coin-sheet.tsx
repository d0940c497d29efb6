import type { RefObject } from 'react';
import type { MarketItem } from '../../../api/read/answers.ts';
import { FullSheet } from '../../../ui/full-sheet.tsx';
import { CoinMarket } from './coin-market.tsx';
import { useMarket } from './use-market.ts';

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
export function CoinSheet({ open, onOpenChange, opener, ...rest }: CoinSheetProps) {
  return (
    <FullSheet open={open} onOpenChange={onOpenChange} title="Cryptocurrencies" returnFocusTo={() => opener.current}>
      <SheetMarket {...rest} />
    </FullSheet>
  );
}

function SheetMarket({ coins, chosen, onChoose }: Pick<CoinSheetProps, 'coins' | 'chosen' | 'onChoose'>) {
  const market = useMarket(coins);
  return (
    <div className="coins">
      <output className="sr">{!market.pendingFavorites && `${market.found.length} cryptocurrencies`}</output>
      <CoinMarket market={market} chosen={chosen} onChoose={onChoose} />
    </div>
  );
}
