import type { MarketItem } from '@florin/contract';
import { memo, useCallback, useEffect, useState } from 'react';
import { preloadCoinIcons } from '../../../wallet-ui/preload-coin-icons.ts';
import { CoinRow } from './coin-row.tsx';

type CoinListProps = {
  coins: readonly MarketItem[];
  shapes: ReadonlyMap<string, readonly number[]>;
  favorites: ReadonlySet<string> | undefined;
  chosen: string | undefined;
  onChoose: (symbol: string) => void;
  onMark: (symbol: string, wanted: boolean) => void;
};

/** One stop for the Tab key: where the focus was last, else the chosen coin or the first. The arrow keys go on from there. */
export const CoinList = memo(function CoinList(props: CoinListProps) {
  const { coins, shapes, favorites, chosen, onChoose, onMark } = props;
  const [focused, setFocused] = useState<string>();
  const onFocus = useCallback((symbol: string) => setFocused(symbol), []);
  useEffect(() => preloadCoinIcons(coins.map(({ symbol }) => symbol)), [coins]);
  const isThere = (symbol: string | undefined) => coins.some((coin) => coin.symbol === symbol);
  const tabStop = [focused, chosen].find(isThere) ?? coins[0]?.symbol;
  return (
    <ul className="coin-scroll">
      {coins.map((coin) => (
        <CoinRow
          key={coin.symbol}
          coin={coin}
          points={shapes.get(coin.symbol)}
          isFavorite={favorites?.has(coin.symbol)}
          chosen={coin.symbol === chosen}
          tabStop={coin.symbol === tabStop}
          onChoose={onChoose}
          onMark={onMark}
          onFocus={onFocus}
        />
      ))}
    </ul>
  );
});
