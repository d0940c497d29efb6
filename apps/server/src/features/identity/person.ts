import type { Pool } from '../../platform/database/pool.ts';

/** A member as other members see them. The name of an invitee is the email address. */
export type Person = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /**
   * Whether the member has former addresses. A viewer may know the member by a former address (former-addresses.ts).
   */
  readonly moved?: boolean;
};

const moved = 'exists (select from former_addresses f where f.user_id = u.id) as moved';

/**
 * The name of closed accounts in other members' data. The domain of their addresses is reserved and never exists (RFC
 * 2606).
 */
export const closedName = 'Closed account';
const closedDomain = 'closed.invalid';
export const tombstoneEmail = (id: string) => `${id}@${closedDomain}`;
export const isTombstone = (email: string) => email.endsWith(`@${closedDomain}`);

/**
 * Returns the members with these addresses in lower case, current or former. Each member has the address that the
 * caller asked for. Leaves out disabled accounts and unconfirmed addresses. Money for an unconfirmed address waits, and
 * the member's name stays hidden.
 */
export async function findByEmail(pool: Pool, emails: string[]): Promise<Person[]> {
  const { rows } = await pool.query<Person>({
    name: 'people-by-email',
    text: `select u.id, u.email, u.name, ${moved} from users u
           where u.email = any ($1) and u.disabled_at is null and u.email_confirmed_at is not null
           union all
           select u.id, f.email, u.name, true from former_addresses f join users u on u.id = f.user_id
           where f.email = any ($1) and u.disabled_at is null`,
    values: [emails],
  });
  return rows;
}

/**
 * Returns the members and invitees with these ids, including disabled members. A member with an unconfirmed address has
 * the address as the name.
 */
export async function findById(pool: Pool, ids: string[]): Promise<(Person & { readonly isMember: boolean })[]> {
  const { rows } = await pool.query<Person & { isMember: boolean }>({
    name: 'people-by-id',
    text: `select u.id, u.email,
                  case when u.email_confirmed_at is null and u.closed_at is null then u.email else u.name end as name,
                  ${moved}, true as "isMember"
           from users u where u.id = any ($1)
           union all
           select id, email, case when email like '%@' || $2 then $3 else email end, false, false
           from invitees where id = any ($1)`,
    values: [ids, closedDomain, closedName],
  });
  return rows;
}
