import type { Pool } from '../../platform/database/pool.ts';
import { uuidv7 } from 'uuidv7';
import type { Identities } from './identities.ts';

/** A member as other members see them; of somebody who was invited, the address is also the name. */
export type Person = { readonly id: string; readonly email: string; readonly name: string };

/** Who has left. The domain is reserved for names that never are (RFC 2606). */
export const closedName = 'Closed account';
const closedDomain = 'closed.invalid';
export const tombstoneEmail = (id: string) => `${id}@${closedDomain}`;
export const isTombstone = (email: string) => email.endsWith(`@${closedDomain}`);

export type People = ReturnType<typeof peopleDirectory>;

/**
 * Those of the addresses, in lower case, that are of members whose account is not disabled. An address that its owner has
 * not confirmed is nobody's: money for it waits, and nobody learns the name that somebody gave it.
 */
export async function findByEmail(pool: Pool, emails: string[]): Promise<Person[]> {
  const { rows } = await pool.query<Person>({
    name: 'people-by-email',
    text: `select id, email, name from users
           where email = any ($1) and disabled_at is null and email_confirmed_at is not null`,
    values: [emails],
  });
  return rows;
}

/**
 * Those of the ids that are members, disabled ones included, or invitees. Until a member's address is confirmed it is
 * also their name.
 */
export async function findById(pool: Pool, ids: string[]): Promise<(Person & { readonly isMember: boolean })[]> {
  const { rows } = await pool.query<Person & { isMember: boolean }>({
    name: 'people-by-id',
    text: `select id, email, case when email_confirmed_at is null and closed_at is null then email else name end as name,
                  true as "isMember"
           from users where id = any ($1)
           union all
           select id, email, case when email like '%@' || $2 then $3 else email end, false
           from invitees where id = any ($1)`,
    values: [ids, closedDomain, closedName],
  });
  return rows;
}

export function peopleDirectory(pool: Pool, { memberByEmail, personById }: Identities) {
  return {
    byEmail: memberByEmail,
    /** Somebody without an account, under an id to be known by. */
    async invite(email: string): Promise<Person> {
      await pool.query('insert into invitees (id, email) values ($1, $2) on conflict do nothing', [uuidv7(), email]);
      const { rows } = await pool.query<Person>('select id, email, email as name from invitees where email = $1', [
        email,
      ]);
      if (!rows[0]) throw new Error('an invitee that was just written is not there');
      return rows[0];
    },
    /** Those of the ids that are members or invitees, disabled ones included: history still names them. */
    async byIds(ids: readonly string[]): Promise<ReadonlyMap<string, Person>> {
      const found = await Promise.all(ids.map(personById));
      return new Map(found.flatMap((person) => (person ? [[person.id, person]] : [])));
    },
  };
}
