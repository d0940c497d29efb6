export const marketSorts = ['change', 'name'] as const;
export type MarketSort = (typeof marketSorts)[number];

/** The sort order (default: market cap) and the filter (default: all coins). */
export type MarketView = { readonly sort?: MarketSort | undefined; readonly show?: 'favorites' | undefined };

/**
 * Parses `/buy-crypto?coin=BTC&sort=change&show=favorites&list=open`: the selected coin, sort order, filter, and whether
 * the list is open over the form (phones only).
 */
export function readMarketSearch({
  coin,
  sort,
  show,
  list,
}: { [Name in 'coin' | 'sort' | 'show' | 'list']?: unknown }) {
  const known = marketSorts.find((each) => each === sort);
  return {
    ...(typeof coin === 'string' && { coin }),
    ...(known !== undefined && { sort: known }),
    ...(show === 'favorites' && { show: 'favorites' as const }),
    ...(list === 'open' && { list: 'open' as const }),
  };
}
