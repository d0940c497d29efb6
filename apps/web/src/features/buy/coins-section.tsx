import type { MarketItem } from '@florin/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { CoinList } from './coin-list.tsx';
import { coinsFound } from './coins-found.ts';

type CoinsSectionProps = {
  coins: UseQueryResult<MarketItem[]>;
  chosen: string | undefined;
  onChoose: (symbol: string) => void;
};

export function CoinsSection({ coins, chosen, onChoose }: CoinsSectionProps) {
  const [search, setSearch] = useState('');
  // The letters appear at once; the rows follow when there is time.
  const found = coinsFound(coins.data ?? [], useDeferredValue(search));
  return (
    <section className="ledger coins" aria-labelledby="coins-heading">
      <header>
        <h2 id="coins-heading">Cryptocurrencies</h2>
        {coins.data && (
          <output className="small muted">
            {found.length}
            <span className="sr"> cryptocurrencies</span>
          </output>
        )}
      </header>
      {coins.isLoadingError ? (
        <LoadFailed onRetry={() => void coins.refetch()} />
      ) : (
        <>
          <SearchInput
            label="Search by name or symbol"
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          {coins.isPending && <SkeletonRows count={10} />}
          {coins.data && (
            <CoinList coins={found} chosen={chosen} onChoose={onChoose} onClearSearch={() => setSearch('')} />
          )}
        </>
      )}
    </section>
  );
}
