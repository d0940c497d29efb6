import { canonicalEmail, type FoundUser } from '@florin/contract';
import type { Pool } from '../../../platform/database/pool.ts';
import type { KeyedDigest } from '../../../platform/keyed-digest.ts';
import { recordLook } from '../../audit/index.ts';
import { findUsers } from './find-users.ts';

type Dependencies = { readonly pool: Pool; readonly digestOf: KeyedDigest };
type Searching = { readonly operator: { readonly id: string; readonly email: string }; readonly ip: string };

/**
 * Finds members for an operator, which the audit trail says: what kind of thing was looked for, how many were found, and
 * the beginning of a keyed digest of the text. The text may be personal, and what stands in the trail stands for ever;
 * who suspects a search can have its text digested and compared.
 */
export async function searchUsers(
  { pool, digestOf }: Dependencies,
  { operator, ip }: Searching,
  asked = '',
): Promise<FoundUser[]> {
  const found = await findUsers(pool, asked);
  if (asked === '') await recordLook(pool, { operator, ip, did: 'Viewed the newest members' });
  else {
    const digest = (await digestOf('search', asked.toLowerCase())).toString('hex').slice(0, 16);
    const on = `${kindOf(asked)}, ${found.length} found, text ${digest}`;
    await recordLook(pool, { operator, ip, did: 'Searched members', on });
  }
  return found;
}

function kindOf(asked: string): string {
  if (/^(?:h\d+|\d+-\d+)$/.test(asked)) return 'a reference';
  return canonicalEmail(asked) === undefined ? 'a part of a name or address' : 'an address';
}
