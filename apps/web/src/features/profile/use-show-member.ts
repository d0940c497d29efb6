import type { User } from '@florin/contract';
import { useQueryClient } from '@tanstack/react-query';
import { meQuery } from '../../api/queries.ts';

/** Shows everywhere what the server answered of the member. */
export function useShowMember() {
  const queryClient = useQueryClient();
  return (user: User) => void queryClient.setQueryData(meQuery.queryKey, user);
}
