import { useDeferredValue, useMemo, useState } from 'react';
import type { MarketItem } from '../../../api/read/answers.ts';
import { useFavoriteCoins } from '../../../wallet-ui/favorite-coins.ts';
import { coinsMatching, sorted, useMarketSearch } from './market-search.ts';

export type Market = ReturnType<typeof useMarket>;

/** Filters, searches and sorts the coins. */
export function useMarket(coins: readonly MarketItem[]) {
  const [text, setText] = useState('');
  const view = useMarketSearch();
  const marked = useFavoriteCoins();
  const { favorites, mark } = marked;
  // Typing updates the input immediately and the rows in a deferred update.
  const term = useDeferredValue(text);
  const { sort, show } = view;
  const found = useMemo(() => {
    const candidates = show === 'favorites' ? coins.filter(({ symbol }) => favorites?.has(symbol)) : coins;
    return coinsMatching(sorted(candidates, sort), term);
  }, [coins, favorites, show, sort, term]);
  // Before the favorites have loaded, an empty result does not mean that the member has no favorites.
  const pendingFavorites = show === 'favorites' && !favorites ? marked : undefined;
  return { coins, found, pendingFavorites, text, setText, view, favorites, mark };
}
