import { useDeferredValue, useMemo, useState } from 'react';
import type { MarketItem } from '../../../api/read/answers.ts';
import { useFavoriteCoins } from '../../../wallet-ui/favorite-coins.ts';
import { coinsFound, sorted, useMarketSearch } from './market-search.ts';

export type Market = ReturnType<typeof useMarket>;

/** The coins as they are looked at: all or the favorites, in some order, those that have the words in them. */
export function useMarket(coins: readonly MarketItem[]) {
  const [text, setText] = useState('');
  const view = useMarketSearch();
  const marked = useFavoriteCoins();
  const { favorites, mark } = marked;
  // The letters appear at once; the rows follow when there is time.
  const words = useDeferredValue(text);
  const { sort, show } = view;
  const found = useMemo(() => {
    const among = show === 'favorites' ? coins.filter(({ symbol }) => favorites?.has(symbol)) : coins;
    return coinsFound(sorted(among, sort), words);
  }, [coins, favorites, show, sort, words]);
  // As long as nobody knows which they are, none found does not mean that there are none.
  const awaited = show === 'favorites' && !favorites ? marked : undefined;
  return { coins, found, awaited, text, setText, view, favorites, mark };
}
