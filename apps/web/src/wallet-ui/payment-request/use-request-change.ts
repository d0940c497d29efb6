import { useQueryClient } from '@tanstack/react-query';
import { notificationsQuery } from '../../api/queries.ts';
import { refusalCode, refusalText } from '../../api/refusal-text.ts';
import { toast } from '../../ui/toast.ts';

const requestsKey = ['payment-requests'];

/** Asks again for everything that tells of requests. */
export function useRefreshRequests() {
  const queryClient = useQueryClient();
  return () => {
    for (const queryKey of [requestsKey, notificationsQuery.queryKey]) void queryClient.invalidateQueries({ queryKey });
  };
}

/** Somebody was faster: it was paid, declined, cancelled, or ran out. */
export const isNoLongerOpen = (error: unknown): boolean =>
  ['request_not_open', 'not_found'].includes(refusalCode(error) ?? '');

export const sayNoLongerOpen = (error: unknown) => toast.error(refusalText(error, 'This request is no longer open.'));
