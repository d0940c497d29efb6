import type { User } from '@florin/contract';
import { useQueryClient } from '@tanstack/react-query';
import { meQuery } from '../../api/queries.ts';

/** Returns a function that updates the cached user, so that every screen shows the new data. */
export function useShowMember() {
  const queryClient = useQueryClient();
  return (user: User) => void queryClient.setQueryData(meQuery.queryKey, user);
}
