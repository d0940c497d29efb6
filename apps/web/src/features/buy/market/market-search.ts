import { useNavigate, useSearch } from '@tanstack/react-router';
import type { MarketItem } from '../../../api/read/answers.ts';
import { paths } from '../../../paths.ts';
import type { MarketSort, MarketView } from './market-view.ts';

/** Reads and writes the list's sort order and filter in the URL. Omits default values. */
export function useMarketSearch() {
  const { coin, sort, show, list } = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (part: MarketView) => {
    const next = { sort, show, ...part };
    const search = {
      ...(coin !== undefined && { coin }),
      ...(next.sort && { sort: next.sort }),
      ...(next.show && { show: next.show }),
      ...(list && { list }),
    };
    void navigate({ to: paths.buy, search, replace: true, resetScroll: false });
  };
  return { sort, show, change };
}

/** Returns the coins with the search term in their name or symbol. */
export function coinsMatching(coins: readonly MarketItem[], search: string): readonly MarketItem[] {
  const term = search.trim().toLowerCase();
  if (term === '') return coins;
  return coins.filter(({ name, symbol }) => name.toLowerCase().includes(term) || symbol.toLowerCase().includes(term));
}

/**
 * Sorts the coins. The server sorts by market cap. The sort by change puts the highest gain first and ignores live
 * changes, so that no row moves under the pointer.
 */
export function sorted(coins: readonly MarketItem[], sort: MarketSort | undefined): readonly MarketItem[] {
  switch (sort) {
    case undefined:
      return coins;
    case 'change':
      return coins.toSorted((a, b) => b.change - a.change);
    case 'name':
      return coins.toSorted(byName());
  }
}

/** Creates the collator on demand, because its creation takes milliseconds. */
function byName(): (a: MarketItem, b: MarketItem) => number {
  const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });
  return (a, b) => collator.compare(a.name, b.name);
}
