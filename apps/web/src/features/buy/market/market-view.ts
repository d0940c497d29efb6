export const marketSorts = ['change', 'name'] as const;
export type MarketSort = (typeof marketSorts)[number];

/** By market capitalisation without a sort, all coins without `show`. */
export type MarketView = { readonly sort?: MarketSort | undefined; readonly show?: 'favorites' | undefined };

/**
 * `/buy-crypto?coin=BTC&sort=change&show=favorites&list=open`: the chosen coin, how the list is looked at, and whether it
 * lies over the page, which it does on phones.
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
