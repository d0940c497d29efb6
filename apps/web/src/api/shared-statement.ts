import { type StatementOptions, type StatementVerdict, verifyStatement } from '@florin/verify';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { checksSignatures } from './proof/checks-signatures.ts';
import { seenLog } from './proof/proof-store.ts';
import { serverDate } from './server-time.ts';

export { checkedText, isStatement, type Named, type Statement } from '@florin/verify';

/**
 * The source of the key: the reader pasted the key, this site publishes the key now, or this browser knows the key from
 * the account. `none`: the key could not be fetched.
 */
export type KeySource = 'pasted' | 'published' | 'remembered' | 'none';

export type CheckedStatement =
  | { readonly kind: 'statement'; readonly source: KeySource; readonly verdict: StatementVerdict }
  | { readonly kind: 'unsupported' };

/** Checks a statement in this browser. Fetches only the key, and only if the reader pasted no key. */
export async function checkStatement(queryClient: QueryClient, text: string, key?: string): Promise<CheckedStatement> {
  if (!(await checksSignatures())) return { kind: 'unsupported' };
  const now = serverDate();
  const checked = async (source: KeySource, keys: StatementOptions): Promise<CheckedStatement> => {
    const verdict = await verifyStatement(text, { ...keys, now });
    return { kind: 'statement', source, verdict };
  };
  if (key !== undefined) return checked('pasted', { trustedKeys: [key] });
  const metadata = await queryClient.fetchQuery(issuerQuery).catch(() => undefined);
  if (metadata !== undefined) return checked('published', { metadata });
  const remembered = seenLog()?.keys.slice(-1) ?? [];
  return checked(remembered.length > 0 ? 'remembered' : 'none', { trustedKeys: remembered });
}

/** The key of this house for shared statements (SD-JWT VC issuer metadata), as text, for anyone. */
const issuerQuery = queryOptions({
  queryKey: ['issuer'],
  queryFn: async ({ signal }) => {
    const answer = await fetch('/.well-known/jwt-vc-issuer', { cache: 'no-store', signal });
    if (!answer.ok) throw new Error(`the metadata of the issuer was answered with ${answer.status}`);
    return answer.text();
  },
  retry: false,
  staleTime: 30_000,
});
