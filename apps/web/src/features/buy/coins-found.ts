import type { MarketItem } from '@florin/contract';

/** The coins whose name or symbol has the words in it, in the order they came: by market capitalisation. */
export function coinsFound(coins: readonly MarketItem[], search: string): readonly MarketItem[] {
  const words = search.trim().toLowerCase();
  if (words === '') return coins;
  return coins.filter(({ name, symbol }) => name.toLowerCase().includes(words) || symbol.toLowerCase().includes(words));
}
