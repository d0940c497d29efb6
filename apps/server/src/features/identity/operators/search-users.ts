import { canonicalEmail, type FoundUser } from '@florin/contract';
import type { Pool } from '../../../platform/database/pool.ts';
import type { KeyedDigest } from '../../../platform/keyed-digest.ts';
import { recordLook } from '../../audit/index.ts';
import { findUsers } from './find-users.ts';

type Dependencies = { readonly pool: Pool; readonly digestOf: KeyedDigest };
type SearchBy = { readonly operator: { readonly id: string; readonly email: string }; readonly ip: string };

/**
 * Finds members for an operator and records the search in the audit trail. The record contains the kind of the query,
 * the number of results, and part of a keyed digest of the text. It leaves out the text, which may be personal, because
 * the trail is permanent. A suspected search can be digested and compared.
 */
export async function searchUsers(
  { pool, digestOf }: Dependencies,
  { operator, ip }: SearchBy,
  query = '',
): Promise<FoundUser[]> {
  const found = await findUsers(pool, query);
  if (query === '') await recordLook(pool, { operator, ip, did: 'Viewed the newest members' });
  else {
    const digest = (await digestOf('search', query.toLowerCase())).toString('hex').slice(0, 16);
    const on = `${kindOf(query)}, ${found.length} found, text ${digest}`;
    await recordLook(pool, { operator, ip, did: 'Searched members', on });
  }
  return found;
}

function kindOf(query: string): string {
  if (/^(?:h\d+|\d+-\d+)$/.test(query)) return 'a reference';
  return canonicalEmail(query) === undefined ? 'a part of a name or address' : 'an address';
}
