import { memo, useCallback, useDeferredValue, useEffect, useState } from 'react';
import type { MarketItem } from '../../../api/read/answers.ts';
import { preloadCoinIcons } from '../../../wallet-ui/preload-coin-icons.ts';
import { CoinExtrasContext, type CoinExtras } from './coin-extras.tsx';
import { CoinRow } from './coin-row.tsx';
import styles from '../buy.module.css';

type CoinListProps = {
  coins: readonly MarketItem[];
  extras: CoinExtras;
  chosen: string | undefined;
  onChoose: (symbol: string) => void;
};

/** About as many rows as a desktop shows without scrolling. */
const initialRows = 12;

/** A list with one tab stop: the last focused coin, else the selected coin or the first. Arrow keys move between rows. */
export const CoinList = memo(function CoinList(props: CoinListProps) {
  const { coins, extras, chosen, onChoose } = props;
  const [focused, setFocused] = useState<string>();
  const onFocus = useCallback((symbol: string) => setFocused(symbol), []);
  const [isTouched, setIsTouched] = useState(false);
  const touch = useCallback(() => setIsTouched(true), []);
  useEffect(() => (isTouched ? preloadCoinIcons(coins.map(({ symbol }) => symbol)) : undefined), [coins, isTouched]);
  // Renders the visible rows first and the others in a deferred update.
  const rendered = useDeferredValue(coins, coins.slice(0, initialRows));
  const isListed = (symbol: string | undefined) => coins.some((coin) => coin.symbol === symbol);
  const tabStop = [focused, chosen].find(isListed) ?? coins[0]?.symbol;
  return (
    <CoinExtrasContext value={extras}>
      {/* Preloads icons only after the first pointer or scroll, because many members come for one coin. */}
      <ul className={styles.coinScroll} onPointerEnter={touch} onScroll={touch}>
        {rendered.map((coin, index) => (
          <CoinRow
            key={coin.symbol}
            coin={coin}
            initiallyVisible={index < initialRows}
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
