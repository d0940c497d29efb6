import { queryOptions } from '@tanstack/react-query';

/** The last check of the account's own proof in this tab. The code of the check loads with it. */
export const ownProofQuery = queryOptions({
  queryKey: ['own-proof'],
  queryFn: async ({ client, signal }) => {
    const { checkOwnProof } = await import('./own-proof.ts');
    return checkOwnProof(client, signal);
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
});
