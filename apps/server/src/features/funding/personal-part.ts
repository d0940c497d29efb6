import type { Ledger } from '../../ledger/index.ts';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import type { PersonalPart } from '../identity/index.ts';
import { methodView } from './method.ts';
import { listMethods, reviewBankAccounts } from './method-store.ts';

type Dependencies = { readonly pool: Pool; readonly ledger: Pick<Ledger, 'booksWithin'> };

/**
 * Cards and bank accounts of a member. Forgetting empties the rows but keeps them, because charges refer to them. The
 * rail's token stays while a payment with it is in progress. A job deletes the member at the card processor.
 */
export const personalMethods = ({ pool, ledger }: Dependencies): PersonalPart => ({
  name: 'payment_methods',
  read: async ({ id }) => (await listMethods(pool, id)).map(methodView),
  underWay: async (tx, { id }) => {
    const { rowCount } = await tx.query(
      `select from charges where user_id = $1 and state in ('started', 'waiting', 'charged')`,
      [id],
    );
    return rowCount ? 'A card payment is still in progress. Try again in a minute.' : undefined;
  },
  review: reviewBankAccounts,
  forget: async (tx, { id }) => {
    const reserved = await methodsWithReservedMoney(await ledger.booksWithin(tx, id), id);
    await tx.query(
      `update payment_methods m
       set rail_token = case
             when exists (select from charges c where c.payment_method_id = m.id
                            and c.state in ('started', 'waiting', 'charged'))
               or m.id::text = any ($2)
             then rail_token else 'erased' end,
           brand = null, last4 = null, expiry = null, name = null, account_number = null, account_details = null,
           number_digest = null, added_by = null, is_default = false, removed_at = coalesce(removed_at, now())
       where user_id = $1`,
      [id, reserved],
    );
    await tx.query(`update card_setups set state = 'not_saved' where user_id = $1 and state = 'waiting'`, [id]);
    await tx.query('update card_customers set forgotten = true where user_id = $1', [id]);
  },
});

async function methodsWithReservedMoney(books: Queryable, memberId: string): Promise<string[]> {
  const { rows } = await books.query<{ method: string }>(
    `select distinct e.metadata ->> 'method_id' as method
     from member_books.accounts a
     join member_books.holds h on h.account_id = a.id and h.ended_by is null
     join member_books.entries e on e.id = h.id and e.metadata ->> 'method_id' is not null
     where a.owner = $1`,
    [memberId],
  );
  return rows.map(({ method }) => method);
}
