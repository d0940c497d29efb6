import { endpoints, type Notification } from '@florin/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { notificationsQuery } from '../api/queries.ts';

export const unreadOf = (notifications: readonly Notification[]) => notifications.filter(({ read }) => !read);

/** The server sends notifications newest first. */
export const newestOf = (notifications: readonly Notification[]): Notification | undefined => notifications[0];

/** Returns a function that marks notifications as read, optimistically, and reloads them afterwards. */
export function useMarkRead(): (until: string) => void {
  const queryClient = useQueryClient();
  const { queryKey } = notificationsQuery;
  const { mutate } = useMutation({
    // `keepalive` lets the request finish after the page closes.
    mutationFn: (until: string) => api.call(endpoints.markNotificationsRead, { body: { until } }, { keepalive: true }),
    onMutate: async (until) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (shown) =>
        shown?.map((each) => (each.date <= until ? { ...each, read: true } : each)),
      );
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  return (until) => mutate(until);
}
