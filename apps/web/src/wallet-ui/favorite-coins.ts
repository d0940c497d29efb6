import { endpoints } from '@florin/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { api } from '../api/client.ts';
import { favoriteCoinsQuery } from '../api/queries-of-coins.ts';
import { troubleText } from '../api/refusal-text.ts';
import { toast } from '../ui/toast.ts';

type FavoriteChange = { symbol: string; wanted: boolean };

const { queryKey } = favoriteCoinsQuery;

/**
 * Returns the favorite coins, `undefined` until loaded, and a stable `mark` function. A star changes immediately,
 * because no money is involved. The star changes back if the server returns an error.
 */
export function useFavoriteCoins() {
  const queryClient = useQueryClient();
  const { data, isLoadingError, error, isFetching, refetch } = useQuery(favoriteCoinsQuery);
  const favorites = useMemo(() => data && new Set(data), [data]);
  const show = ({ symbol, wanted }: FavoriteChange) => {
    queryClient.setQueryData(queryKey, (symbols) => {
      const others = symbols?.filter((each) => each !== symbol);
      return wanted ? others?.concat(symbol) : others;
    });
  };
  const { mutate } = useMutation({
    // The star has changed already, so the request must survive leaving the page.
    mutationFn: ({ symbol, wanted }: FavoriteChange) =>
      api.call(
        wanted ? endpoints.addFavoriteCoin : endpoints.removeFavoriteCoin,
        { params: { symbol } },
        { keepalive: true },
      ),
    // Runs one request at a time, so that the last press wins.
    scope: { id: 'favorite-coins' },
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey });
      show(change);
    },
    onSuccess: (_, change) => show(change),
    onError: (error, change) => {
      show({ ...change, wanted: !change.wanted });
      toast.error(troubleText(error));
      // The server may have saved the change although its response was lost.
      void queryClient.invalidateQueries({ queryKey });
    },
  });
  const mark = useCallback((symbol: string, wanted: boolean) => mutate({ symbol, wanted }), [mutate]);
  return { favorites, failed: isLoadingError, error, retrying: isFetching, retry: () => void refetch(), mark };
}
