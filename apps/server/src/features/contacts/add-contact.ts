import type { Contact } from '@florin/contract';
import type { Pool } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import { recordOwnAct } from '../businesses/index.ts';
import { recordChange } from '../identity/index.ts';
import type { Member, People, SignedIn } from '../identity/index.ts';
import { insertContact, subjectOf } from './contact-store.ts';
import { countLookUp } from './count-look-up.ts';

type Dependencies = { readonly pool: Pool; readonly people: People; readonly rateLimits: boolean };

/**
 * Adds a contact. The contact's name defaults to the account's name, or to the address if no account exists. Every call
 * counts as a look-up, because the answer contains the account's picture.
 *
 * Refusals: `recipient_is_self`, `contact_exists`, `too_many_requests`.
 */
export async function addContact(
  dependencies: Dependencies,
  member: Member & Partial<Pick<SignedIn, 'acts'>>,
  { email, name }: { email: string; name?: string | undefined },
): Promise<Contact> {
  if (email === member.email) throw ownAddress();
  await countLookUp(dependencies, member.id, email);
  const account = await dependencies.people.byEmail(email);
  if (account?.id === member.id) throw ownAddress();
  const contactName = name ?? account?.name ?? email;
  return transact(dependencies.pool, async (tx) => {
    const contact = await insertContact(tx, member.id, { email, name: contactName });
    await recordOwnAct(tx, member, 'Added a contact', subjectOf(contact));
    await recordChange(tx, [member.id], 'contacts');
    return contact;
  });
}

const ownAddress = () =>
  new Refusal('recipient_is_self', 'This is your own address.', { fields: { email: 'This is your own address.' } });
