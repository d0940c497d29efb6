import { queryOptions } from '@tanstack/react-query';

/** The key of this house for shared statements (SD-JWT VC issuer metadata), as text, for anyone. */
export const issuerQuery = queryOptions({
  queryKey: ['issuer'],
  queryFn: async ({ signal }) => {
    const answer = await fetch('/.well-known/jwt-vc-issuer', { cache: 'no-store', signal });
    if (!answer.ok) throw new Error(`the metadata of the issuer was answered with ${answer.status}`);
    return answer.text();
  },
  retry: false,
  staleTime: 30_000,
});
