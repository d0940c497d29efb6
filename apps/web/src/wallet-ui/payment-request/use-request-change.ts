import { CallRefused } from '@florin/contract';
import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { notificationsQuery } from '../../api/queries.ts';
import { refusalText } from '../../api/refusal-text.ts';

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
  error instanceof CallRefused && (error.body?.code === 'request_not_open' || error.body?.code === 'not_found');

export const sayNoLongerOpen = (error: unknown) => toast.error(refusalText(error, 'This request is no longer open.'));
