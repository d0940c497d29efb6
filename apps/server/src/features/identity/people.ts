import type { Pool } from '../../platform/database/pool.ts';
import { uuidv7 } from 'uuidv7';
import { knownAddresses } from './former-addresses.ts';
import type { Identities } from './identities.ts';
import type { Person } from './person.ts';

export type People = ReturnType<typeof peopleDirectory>;

export function peopleDirectory(pool: Pool, { memberByEmail, personById }: Identities) {
  return {
    byEmail: memberByEmail,
    /** Returns an invitee for an address without an account. Creates the invitee if needed. */
    async invite(email: string): Promise<Person> {
      await pool.query('insert into invitees (id, email) values ($1, $2) on conflict do nothing', [uuidv7(), email]);
      const { rows } = await pool.query<Person>('select id, email, email as name from invitees where email = $1', [
        email,
      ]);
      if (!rows[0]) throw new Error('the recorded invitee does not exist');
      return rows[0];
    },
    /**
     * Returns the members and invitees with these ids, including disabled members, because history still shows them.
     * Each person has the address that the viewer knows.
     */
    async byIds(viewerId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Person>> {
      const found = await Promise.all(ids.map(personById));
      const people = new Map(found.flatMap((person) => (person ? [[person.id, person]] : [])));
      const others = [...people.values()].filter((person) => person.moved && person.id !== viewerId);
      if (others.length === 0) return people;
      const known = await knownAddresses(
        pool,
        viewerId,
        others.map(({ id }) => id),
      );
      for (const person of others) people.set(person.id, { ...person, email: known.get(person.id) ?? person.email });
      return people;
    },
  };
}
