import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { sparklinesQuery } from '../../../api/queries.ts';
import { LoadFailed } from '../../../wallet-ui/load-failed.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { CoinList } from './coin-list.tsx';
import { MarketTools } from './market-tools.tsx';
import { NoCoinFound } from './no-coin-found.tsx';
import { PricesNote } from './prices-note.tsx';
import type { Market } from './use-market.ts';

type CoinMarketProps = { market: Market; chosen: string | undefined; onChoose: (symbol: string) => void };

/** The list of coins with search, sort, favorites and the age of the prices. */
export function CoinMarket({ market, chosen, onChoose }: CoinMarketProps) {
  const { coins, found, pendingFavorites, text, setText, view, favorites, mark } = market;
  const { data } = useQuery(sparklinesQuery);
  const shapes = useMemo(() => new Map(data?.map(({ symbol, points }) => [symbol, points])), [data]);
  const extras = useMemo(() => ({ shapes, favorites, onMark: mark }), [shapes, favorites, mark]);
  return (
    <>
      <SearchInput
        label="Search by name or symbol"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <MarketTools {...view} />
      {pendingFavorites && <PendingFavorites {...pendingFavorites} />}
      {found.length > 0 && <CoinList coins={found} extras={extras} chosen={chosen} onChoose={onChoose} />}
      {found.length === 0 && !pendingFavorites && (
        <NoCoinFound
          noneListed={coins.length === 0}
          noFavorites={view.show === 'favorites' && text === ''}
          onClearSearch={() => setText('')}
          onShowAll={() => view.change({ show: undefined })}
        />
      )}
      <PricesNote coins={coins} />
    </>
  );
}

type PendingFavoritesProps = { failed: boolean; error: Error | null; retrying: boolean; retry: () => void };

function PendingFavorites({ failed, error, retrying, retry }: PendingFavoritesProps) {
  if (!failed) return <SkeletonRows />;
  return <LoadFailed message="Could not load the favorites" error={error} onRetry={retry} retrying={retrying} />;
}
