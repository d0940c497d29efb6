import type { Recipient } from '@florin/contract';
import type { Pool } from '../../platform/database/pool.ts';
import { countLookUp, findContact, listSentTo } from '../contacts/index.ts';
import type { Member, People } from '../identity/index.ts';
import { findLookAlike } from './look-alike.ts';

type Dependencies = { readonly pool: Pool; readonly people: People; readonly rateLimits: boolean };

/**
 * Says who an address is before money is sent to it. Only asking for one that no money was sent to counts.
 *
 * Refusals: `too_many_requests`.
 */
export async function lookUpRecipient(dependencies: Dependencies, member: Member, email: string): Promise<Recipient> {
  const { pool, people } = dependencies;
  if (email === member.email) return { email, registered: true, name: member.name, known: false, resembles: null };

  const contact = await findContact(pool, member.id, email);
  const known = contact !== undefined && contact.last_sent_at !== null;
  if (!known) await countLookUp(dependencies, member.id);
  const account = await people.byEmail(email);
  const resembled = known ? undefined : findLookAlike(email, await listSentTo(pool, member.id));
  return {
    email,
    registered: account !== undefined,
    name: contact?.name ?? account?.name ?? null,
    known,
    resembles: resembled ? { name: resembled.name, email: resembled.email } : null,
  };
}
