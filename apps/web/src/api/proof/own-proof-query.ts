import { queryOptions } from '@tanstack/react-query';
import { checkOwnProof } from './own-proof.ts';

/** The last check of the account's own proof in this tab. */
export const ownProofQuery = queryOptions({
  queryKey: ['own-proof'],
  queryFn: ({ client, signal }) => checkOwnProof(client, signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
});
