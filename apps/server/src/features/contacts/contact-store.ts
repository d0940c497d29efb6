import type { Contact } from '@florin/contract';
import { uuidv7 } from 'uuidv7';
import type { Queryable } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';

type Row = Omit<Contact, 'last_sent_at'> & { last_sent_at: Date | null };

/** The maximum number of contacts in a list, and the page size of `allContacts`. */
const maxListed = 1_000;

const columns = 'c.id, c.name, c.email, u.avatar, c.favorite, c.last_sent_at';
const withAccount = `left join addresses h on h.email = c.email
  left join people u on u.id = h.user_id and u.disabled_at is null and u.email_confirmed_at is not null`;

const contactOf = (row: Row): Contact => ({ ...row, last_sent_at: row.last_sent_at?.toISOString() ?? null });

/** A contact in the acts of a business: `Hana Sato, hana@florin.example`. */
export const subjectOf = ({ name, email }: Contact): string => `${name}, ${email}`;

/** Returns favorites first, then the contacts paid last, then all other contacts by name. */
export async function listContacts(database: Queryable, userId: string): Promise<Contact[]> {
  const { rows } = await database.query<Row>(
    `select ${columns} from contacts c ${withAccount} where c.user_id = $1
     order by c.favorite desc, c.last_sent_at desc nulls last, lower(c.name), c.id limit $2`,
    [userId, maxListed],
  );
  return rows.map(contactOf);
}

/** Yields all contacts of a member in pages, in the order they were added. */
export async function* allContacts(database: Queryable, userId: string): AsyncGenerator<Contact> {
  let page: Row[] = [];
  do {
    const { rows } = await database.query<Row>(
      `select ${columns} from contacts c ${withAccount} where c.user_id = $1 and ($2::uuid is null or c.id > $2)
       order by c.id limit $3`,
      [userId, page.at(-1)?.id, maxListed],
    );
    page = rows;
    yield* page.map(contactOf);
  } while (page.length === maxListed);
}

export async function findContact(database: Queryable, userId: string, email: string): Promise<Contact | undefined> {
  const { rows } = await database.query<Row>(
    `select ${columns} from contacts c ${withAccount} where c.user_id = $1 and c.email = $2`,
    [userId, email],
  );
  return rows[0] && contactOf(rows[0]);
}

/**
 * Returns the name that the member gave to the address, and whether the member already sent money to its current
 * holder. The holder is the account with this address. Without an account it is the invitee whose money waits until the
 * address is confirmed. Returns undefined if the address is not a contact.
 */
export async function findHolder(
  database: Queryable,
  userId: string,
  { email, accountId }: { email: string; accountId: string | undefined },
): Promise<{ name: string; known: boolean } | undefined> {
  const { rows } = await database.query<{ name: string; known: boolean }>(
    `select name, coalesce(sent_to = coalesce($3, (select id from invited_people where email = $2)), false) as known
     from contacts where user_id = $1 and email = $2`,
    [userId, email, accountId],
  );
  return rows[0];
}

/** Returns the contacts that the member has paid, the latest first. */
export async function listSentTo(database: Queryable, userId: string): Promise<{ name: string; email: string }[]> {
  const { rows } = await database.query<{ name: string; email: string }>(
    `select name, email from contacts where user_id = $1 and last_sent_at is not null
     order by last_sent_at desc limit $2`,
    [userId, maxListed],
  );
  return rows;
}

/** Adds a contact and returns it. Refusals: `contact_exists`. */
export async function insertContact(
  database: Queryable,
  userId: string,
  { email, name }: { email: string; name: string },
): Promise<Contact> {
  const { rows } = await database.query(
    'insert into contacts (id, user_id, email, name) values ($1, $2, $3, $4) on conflict do nothing returning id',
    [uuidv7(), userId, email, name],
  );
  const contact = await findContact(database, userId, email);
  if (rows.length === 0 || !contact)
    throw new Refusal('contact_exists', 'This address is already in your contacts.', {
      fields: { email: 'This address is already in your contacts.' },
    });
  return contact;
}

/** Changes the given fields. Refusals: `contact_not_found`, also for a contact of another member. */
export async function changeContact(
  database: Queryable,
  userId: string,
  id: string,
  { name, favorite }: { name?: string | undefined; favorite?: boolean | undefined },
): Promise<Contact> {
  const { rows } = await database.query<{ email: string }>(
    `update contacts set name = coalesce($3, name), favorite = coalesce($4, favorite)
     where id::text = $1 and user_id = $2 returning email`,
    [id, userId, name, favorite],
  );
  return (await findContact(database, userId, rows[0]?.email ?? '')) ?? notFound();
}

/** Deletes a contact and returns its address. Refusals: `contact_not_found`, also for a contact of another member. */
export async function deleteContact(database: Queryable, userId: string, id: string): Promise<string> {
  const { rows } = await database.query<{ email: string }>(
    'delete from contacts where id::text = $1 and user_id = $2 returning email',
    [id, userId],
  );
  return rows[0]?.email ?? notFound();
}

function notFound(): never {
  throw new Refusal('contact_not_found', 'This contact does not exist.');
}
