import type { Recipient } from '@florin/contract';
import type { Pool } from '../../platform/database/pool.ts';
import { countLookUp, findHolder, listSentTo } from '../contacts/index.ts';
import type { Member, People } from '../identity/index.ts';
import { findLookAlike } from './look-alike.ts';

type Dependencies = { readonly pool: Pool; readonly people: People; readonly rateLimits: boolean };

/**
 * Shows the holder of an address before money is sent to it. Only lookups of unpaid addresses count towards the limit.
 * An unpaid recipient's name comes from the account, because the account's owner may not be the member's contact.
 *
 * Errors: `too_many_requests`.
 */
export async function lookUpRecipient(dependencies: Dependencies, member: Member, email: string): Promise<Recipient> {
  const { pool, people } = dependencies;
  const account = email === member.email ? member : await people.byEmail(email);
  if (account?.id === member.id)
    return { email, registered: true, name: member.name, contact_name: null, known: false, resembles: null };

  const contact = await findHolder(pool, member.id, { email, accountId: account?.id });
  const known = contact?.known ?? false;
  if (!known) await countLookUp(dependencies, member.id, email);
  const given = contact && contact.name !== email ? contact.name : null;
  const name = known ? (given ?? account?.name ?? null) : (account?.name ?? given);
  const resembled = known ? undefined : findLookAlike(email, await listSentTo(pool, member.id));
  return {
    email,
    registered: account !== undefined,
    name,
    contact_name: given === name ? null : given,
    known,
    resembles: resembled ? { name: resembled.name, email: resembled.email } : null,
  };
}
