import { canonicalEmail, endpoints, type Recipient } from '@florin/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { isNotOffered } from '../../api/not-offered.ts';
import { AnswerUnreadable } from '../../api/read/read-value.ts';
import { useDebounced } from '../../ui/use-debounced.ts';

/** What the form has shown is not asked for again by the press that follows. */
const freshMs = 60_000;

export const recipientsKey = ['recipients'] as const;

/** Who would get money that is sent to this address; null where the server does not say. */
export const recipientQuery = (email: string) =>
  queryOptions<Recipient | null>({
    queryKey: [...recipientsKey, email],
    queryFn: ({ signal }) => api.call(endpoints.lookUpRecipient, { body: { email } }, { signal }).catch(nobodySays),
    staleTime: freshMs,
    retry: false,
  });

function nobodySays(error: unknown): null {
  if (isNotOffered(error) || error instanceof AnswerUnreadable) return null;
  throw error;
}

/** As every stranger who is asked for counts, half an address is not asked for while it is typed. */
const typingPauseMs = 600;

/** The recipient of what stands in the form. Nothing while it is no email, is the reader's own, or is not known yet. */
export function useRecipient(typed: string, ownEmail: string | undefined): Recipient | undefined {
  const written = canonicalEmail(typed) ?? '';
  const email = useDebounced(written, typingPauseMs);
  const isAsked = email !== '' && email !== ownEmail;
  const { data } = useQuery({ ...recipientQuery(email), enabled: isAsked });
  return isAsked && email === written ? (data ?? undefined) : undefined;
}
