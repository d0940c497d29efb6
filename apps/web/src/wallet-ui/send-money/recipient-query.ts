import { canonicalEmail, endpoints, type Recipient } from '@florin/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { isNotOffered } from '../../api/not-offered.ts';
import { AnswerUnreadable } from '../../api/read/read-value.ts';
import { useDebounced } from '../../ui/use-debounced.ts';

/** This time is long enough for the Send button to reuse the form's look-up. */
const freshMs = 60_000;

export const recipientsKey = ['recipients'] as const;

/** Looks up the owner of an address; null if the server has no look-up or sends an unreadable answer. */
export const recipientQuery = (email: string) =>
  queryOptions<Recipient | null>({
    queryKey: [...recipientsKey, email],
    queryFn: ({ signal }) =>
      api.call(endpoints.lookUpRecipient, { body: { email } }, { signal }).catch(nullIfUnavailable),
    staleTime: freshMs,
    retry: false,
  });

function nullIfUnavailable(error: unknown): null {
  if (isNotOffered(error) || error instanceof AnswerUnreadable) return null;
  throw error;
}

/** The server limits look-ups of unknown addresses, so a half-typed address is not looked up. */
const typingPauseMs = 600;

type LookUp = {
  /** Undefined for an invalid or own address, while the server is asked, and after a failed look-up. */
  readonly recipient: Recipient | undefined;
  /** True from the last key until the answer. */
  readonly busy: boolean;
};

/** Looks up the owner of a typed address. */
export function useRecipient(typed: string, ownEmail: string | undefined): LookUp {
  const current = canonicalEmail(typed) ?? '';
  const email = useDebounced(current, typingPauseMs);
  const isWanted = current !== '' && current !== ownEmail;
  const isTyped = email !== current;
  const { data, isLoading } = useQuery({ ...recipientQuery(email), enabled: isWanted && !isTyped });
  return {
    recipient: isWanted && !isTyped ? (data ?? undefined) : undefined,
    busy: isWanted && (isTyped || isLoading),
  };
}
