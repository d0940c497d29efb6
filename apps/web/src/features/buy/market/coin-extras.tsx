import { createContext, useContext } from 'react';
import { Sparkline } from '../../../wallet-ui/chart/sparkline.tsx';
import { FavoriteStar } from '../../../wallet-ui/favorite-star.tsx';

/** What is known of the coins beside the list of them, and comes after it. */
export type CoinExtras = {
  shapes: ReadonlyMap<string, readonly number[]>;
  /** `undefined` until they are known. */
  favorites: ReadonlySet<string> | undefined;
  onMark: (symbol: string, wanted: boolean) => void;
};

/** A context, so that what comes renders the few parts that show it and not all rows. */
export const CoinExtrasContext = createContext<CoinExtras>({
  shapes: new Map(),
  favorites: undefined,
  onMark: () => undefined,
});

export function CoinShape({ symbol }: { symbol: string }) {
  const { shapes } = useContext(CoinExtrasContext);
  return <Sparkline points={shapes.get(symbol) ?? none} width={48} height={22} />;
}

const none: readonly number[] = [];

export function CoinStar({ symbol, name, tabIndex }: { symbol: string; name: string; tabIndex: number }) {
  const { favorites, onMark } = useContext(CoinExtrasContext);
  if (!favorites) return null;
  return (
    <FavoriteStar symbol={symbol} name={name} isFavorite={favorites.has(symbol)} onMark={onMark} tabIndex={tabIndex} />
  );
}
