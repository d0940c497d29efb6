import type { Member } from '../../identity/index.ts';
import type { Log } from '../log/log.ts';
import { notReady } from '../not-ready.ts';
import { assertTreesExist, type Sums } from '../sums/sum-store.ts';

type Owner = Pick<Member, 'id'>;

/**
 * Refuses to sign what the house owed a member in these sums, if it may sign another statement of the same number and
 * address: two that differ are evidence of fraud. Call it after the balances have been read. Refusals: `proof_not_ready`.
 */
export async function assertMayState(log: Log, sums: Sums, owner: Owner, hasBalances: boolean): Promise<void> {
  const { isConfirmedOrPerson, isNew, isShared } = await addressOf(log, sums, owner);
  // One of the others may have got a statement of these sums before this account came to the address.
  if (isShared && isNew && !hasBalances && isConfirmedOrPerson) throw notReady();
  if (isShared && !isConfirmedOrPerson)
    throw notReady('Another account has the same address. Confirm the address of the business first.');
  // Otherwise the trees may have been deleted while the balances were read.
  await assertTreesExist(log.pool, sums.number);
}

type Address = { readonly isConfirmedOrPerson: boolean; readonly isNew: boolean; readonly isShared: boolean };

/**
 * Returns whether the member took or confirmed the address after the sums, and whether other accounts have it too:
 * businesses share an address until a person has it or one of them has confirmed it.
 */
async function addressOf({ pool }: Log, { madeAt }: Sums, { id }: Owner): Promise<Address> {
  const { rows } = await pool.query<Address>(
    `select kind = 'person' or email_confirmed_at is not null as "isConfirmedOrPerson",
            greatest(created_at, email_confirmed_at) > $2 as "isNew",
            exists (select from people o where o.email = p.email and o.id <> p.id) as "isShared"
     from people p where id = $1`,
    [id, madeAt],
  );
  return rows[0] ?? { isConfirmedOrPerson: true, isNew: true, isShared: true };
}
