import { createContext, useContext } from 'react';
import { useLiveTick } from '../../../api/live-prices.ts';
import type { MarketItem } from '../../../api/read/answers.ts';
import { Sparkline } from '../../../wallet-ui/chart/sparkline.tsx';
import { directionOf } from '../../../wallet-ui/delta.tsx';
import { FavoriteStar } from '../../../wallet-ui/favorite-star.tsx';
import { percentText } from '../../../wallet-ui/percent-text.ts';

/** Data about the coins that loads after the list. */
export type CoinExtras = {
  shapes: ReadonlyMap<string, readonly number[]>;
  /** `undefined` until loaded. */
  favorites: ReadonlySet<string> | undefined;
  onMark: (symbol: string, wanted: boolean) => void;
};

/** This is a context, so new data renders only the parts that show the data, not all rows. */
export const CoinExtrasContext = createContext<CoinExtras>({
  shapes: new Map(),
  favorites: undefined,
  onMark: () => undefined,
});

/** A coin's sparkline, colored like the live change in the same row. */
export function CoinShape({ coin }: { coin: MarketItem }) {
  const { shapes } = useContext(CoinExtrasContext);
  const direction = directionOf(percentText(useLiveTick(coin).change));
  return <Sparkline points={shapes.get(coin.symbol) ?? none} direction={direction} width={48} height={22} />;
}

const none: readonly number[] = [];

export function CoinStar({ symbol, name, tabIndex }: { symbol: string; name: string; tabIndex: number }) {
  const { favorites, onMark } = useContext(CoinExtrasContext);
  if (!favorites) return null;
  return (
    <FavoriteStar symbol={symbol} name={name} isFavorite={favorites.has(symbol)} onMark={onMark} tabIndex={tabIndex} />
  );
}
