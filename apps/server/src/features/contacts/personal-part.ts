import type { Pool } from '../../platform/database/pool.ts';
import type { PersonalPart } from '../identity/index.ts';
import { allContacts } from './contact-store.ts';

/**
 * Exports a member's contacts. After the member closed the account, anonymizes the member in other members' contacts.
 */
export const personalContacts = (pool: Pool): PersonalPart => ({
  name: 'contacts',
  read: ({ id }) => allContacts(pool, id),
  forget: async (tx, { id, email, name, emailConfirmed }, tombstone) => {
    await tx.query('delete from contacts where user_id = $1', [id]);
    if (!emailConfirmed) {
      // The member never confirmed the address, so it stays. Only the name that came from the account is removed.
      await tx.query('update contacts set name = email where email = $1 and name = $2', [email, name]);
      return;
    }
    // A contact list with several addresses of the member keeps one of these addresses.
    await tx.query(
      `delete from contacts c using contacts k
       where k.user_id = c.user_id and k.id < c.id and c.email in (select email from addresses where user_id = $1 union select $2) and k.email in (select email from addresses where user_id = $1 union select $2)`,
      [id, email],
    );
    await tx.query(
      `update contacts set name = $3, email = $4, favorite = false where email in (select email from addresses where user_id = $1 union select $2)`,
      [id, email, tombstone.name, tombstone.email],
    );
  },
});
