import { useQueryClient } from '@tanstack/react-query';
import { notificationsQuery } from '../../api/queries.ts';
import { refusalCode, refusalText } from '../../api/refusal-text.ts';
import { toast } from '../../ui/toast.ts';

const requestsKey = ['payment-requests'];

/** Returns a function that reloads requests and notifications. */
export function useRefreshRequests() {
  const queryClient = useQueryClient();
  return () => {
    for (const queryKey of [requestsKey, notificationsQuery.queryKey]) void queryClient.invalidateQueries({ queryKey });
  };
}

/** True if the request was already paid, declined or canceled, or has expired. */
export const isNoLongerOpen = (error: unknown): boolean =>
  ['request_not_open', 'not_found'].includes(refusalCode(error) ?? '');

export const toastNoLongerOpen = (error: unknown) => toast.error(refusalText(error, 'This request is no longer open.'));
