import { useNavigate, useSearch } from '@tanstack/react-router';
import type { MarketItem } from '../../../api/read/answers.ts';
import { paths } from '../../../paths.ts';
import type { MarketSort, MarketView } from './market-view.ts';

/** How the list is looked at, in the address; what is as always is not written there. */
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

/** The coins whose name or symbol has the words in it. */
export function coinsFound(coins: readonly MarketItem[], search: string): readonly MarketItem[] {
  const words = search.trim().toLowerCase();
  if (words === '') return coins;
  return coins.filter(({ name, symbol }) => name.toLowerCase().includes(words) || symbol.toLowerCase().includes(words));
}

/** By market capitalisation is how they came. By change the highest gain is first; by what the list said, so that no row moves away under the pointer. */
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

/** Made when it is asked for: that takes milliseconds. */
function byName(): (a: MarketItem, b: MarketItem) => number {
  const names = new Intl.Collator('en', { sensitivity: 'base', numeric: true });
  return (a, b) => names.compare(a.name, b.name);
}
