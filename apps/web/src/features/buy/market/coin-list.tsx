import { memo, useCallback, useDeferredValue, useEffect, useState } from 'react';
import type { MarketItem } from '../../../api/read/answers.ts';
import { preloadCoinIcons } from '../../../wallet-ui/preload-coin-icons.ts';
import { CoinExtrasContext, type CoinExtras } from './coin-extras.tsx';
import { CoinRow } from './coin-row.tsx';

type CoinListProps = {
  coins: readonly MarketItem[];
  extras: CoinExtras;
  chosen: string | undefined;
  onChoose: (symbol: string) => void;
};

/** About as many as a desk shows. */
const inSightAtFirst = 12;

/** One stop for the Tab key: where the focus was last, else the chosen coin or the first. The arrow keys go on from there. */
export const CoinList = memo(function CoinList(props: CoinListProps) {
  const { coins, extras, chosen, onChoose } = props;
  const [focused, setFocused] = useState<string>();
  const onFocus = useCallback((symbol: string) => setFocused(symbol), []);
  const [isTouched, setIsTouched] = useState(false);
  const touch = useCallback(() => setIsTouched(true), []);
  useEffect(() => (isTouched ? preloadCoinIcons(coins.map(({ symbol }) => symbol)) : undefined), [coins, isTouched]);
  // What is in sight comes first, and the rest when there is time.
  const drawn = useDeferredValue(coins, coins.slice(0, inSightAtFirst));
  const isThere = (symbol: string | undefined) => coins.some((coin) => coin.symbol === symbol);
  const tabStop = [focused, chosen].find(isThere) ?? coins[0]?.symbol;
  return (
    <CoinExtrasContext value={extras}>
      {/* Whoever comes near the list may scroll it; who has come for a coin of their own never does. */}
      <ul className="coin-scroll" onPointerEnter={touch} onScroll={touch}>
        {drawn.map((coin, place) => (
          <CoinRow
            key={coin.symbol}
            coin={coin}
            startsInSight={place < inSightAtFirst}
            chosen={coin.symbol === chosen}
            tabStop={coin.symbol === tabStop}
            onChoose={onChoose}
            onFocus={onFocus}
          />
        ))}
      </ul>
    </CoinExtrasContext>
  );
});
