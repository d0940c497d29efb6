import type { Pool } from '../../platform/database/pool.ts';
import type { PersonalPart } from '../identity/index.ts';
import { listContacts } from './contact-store.ts';

/** Whom a member wrote down; and, once they have left, how they stand among the contacts of others. */
export const personalContacts = (pool: Pool): PersonalPart => ({
  name: 'contacts',
  read: ({ id }) => listContacts(pool, id),
  forget: async (tx, { id, email }, tombstone) => {
    await tx.query('delete from contacts where user_id = $1', [id]);
    await tx.query('update contacts set name = $2, email = $3, favorite = false where email = $1', [
      email,
      tombstone.name,
      tombstone.email,
    ]);
  },
});
