import type { Pool } from '../../../platform/database/pool.ts';
import type { CardProcessor } from '../../../providers/card-processor/card-processor.ts';

type Dependencies = { readonly pool: Pool; readonly cards: CardProcessor };

/** Returns the member's id at the card processor; creates the member there at the first use. */
export async function customerOf(
  { pool, cards }: Dependencies,
  member: { readonly id: string; readonly email: string },
): Promise<string> {
  const known = await knownCustomer(pool, member.id);
  if (known !== undefined) return known;
  const created = await cards.createCustomer(member);
  // Of two concurrent calls, the first one counts. The other call's customer stays unused.
  await pool.query('insert into card_customers (user_id, customer_id) values ($1, $2) on conflict do nothing', [
    member.id,
    created,
  ]);
  return (await knownCustomer(pool, member.id)) ?? created;
}

async function knownCustomer(pool: Pool, userId: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ customer_id: string }>(
    'select customer_id from card_customers where user_id = $1 and not forgotten',
    [userId],
  );
  return rows[0]?.customer_id;
}

const atOnce = 20;

/** Deletes members at the card processor who closed their account, with their cards, once no charge needs them. */
export async function forgetCustomers({ pool, cards }: Dependencies): Promise<void> {
  const { rows } = await pool.query<{ user_id: string; customer_id: string }>(
    `select user_id, customer_id from card_customers c
     where forgotten and not exists (select from charges h
       where h.user_id = c.user_id and h.state in ('started', 'waiting', 'charged'))
     limit $1`,
    [atOnce],
  );
  for (const { user_id, customer_id } of rows) {
    await cards.deleteCustomer(customer_id);
    await pool.query('delete from card_customers where user_id = $1 and customer_id = $2', [user_id, customer_id]);
  }
}
