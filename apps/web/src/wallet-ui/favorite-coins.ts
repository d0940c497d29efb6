import { endpoints } from '@florin/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { api } from '../api/client.ts';
import { favoriteCoinsQuery } from '../api/queries.ts';
import { troubleText } from '../api/refusal-text.ts';
import { toast } from '../ui/toast.ts';

type Mark = { symbol: string; wanted: boolean };

const { queryKey } = favoriteCoinsQuery;

/**
 * The coins with a star; `undefined` until they are known. A star is filled at once, as no money is involved, and emptied
 * again where the server says no. `mark` stays the same function.
 */
export function useFavoriteCoins() {
  const queryClient = useQueryClient();
  const { data, isLoadingError, error, isFetching, refetch } = useQuery(favoriteCoinsQuery);
  const favorites = useMemo(() => data && new Set(data), [data]);
  const show = ({ symbol, wanted }: Mark) => {
    queryClient.setQueryData(queryKey, (symbols) => {
      const others = symbols?.filter((each) => each !== symbol);
      return wanted ? others?.concat(symbol) : others;
    });
  };
  const { mutate } = useMutation({
    // Shown as done already, so it outlives the page.
    mutationFn: ({ symbol, wanted }: Mark) =>
      api.call(
        wanted ? endpoints.addFavoriteCoin : endpoints.removeFavoriteCoin,
        { params: { symbol } },
        { keepalive: true },
      ),
    // One after the other: the last press is the one that counts.
    scope: { id: 'favorite-coins' },
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey });
      show(change);
    },
    onSuccess: (_, change) => show(change),
    onError: (error, change) => {
      show({ ...change, wanted: !change.wanted });
      toast.error(troubleText(error));
      // Only the answer may have been lost.
      void queryClient.invalidateQueries({ queryKey });
    },
  });
  const mark = useCallback((symbol: string, wanted: boolean) => mutate({ symbol, wanted }), [mutate]);
  return { favorites, failed: isLoadingError, error, retrying: isFetching, retry: () => void refetch(), mark };
}
