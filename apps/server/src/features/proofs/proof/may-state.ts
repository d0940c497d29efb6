import { Refusal } from '../../../platform/refusal.ts';
import type { Member } from '../../identity/index.ts';
import type { Log } from '../log/log.ts';
import { keptTrees, latestSums, type Sums } from '../sums/sum-store.ts';

type Owner = Pick<Member, 'id'>;

/**
 * Refuses to sign what the house owed a member in these sums, if it may sign another statement of the same number and
 * address: two that differ are evidence of fraud. Call it after the balances have been read. Refusals: `proof_not_ready`.
 */
export async function assertMayState(log: Log, sums: Sums, owner: Owner, hasBalances: boolean): Promise<void> {
  const { isPerson, isNew, isShared } = await addressOf(log, sums, owner);
  // An address belongs to one person at a time, so a person with balances under it had it when the sums were made.
  if (isNew && !(isPerson && hasBalances)) throw notReady();
  if (isShared) throw notReady('Another account has the same address. Confirm the address of the business first.');
  // Otherwise the trees may have been deleted while the balances were read.
  const [newest] = await latestSums(log.pool, 1);
  if (!newest || newest.number >= sums.number + keptTrees) throw notReady();
}

export const notReady = (sentence = 'The proof is being prepared. Please try again in a few seconds.') =>
  new Refusal('proof_not_ready', sentence, { retryAfterSeconds: 2 });

type Address = { readonly isPerson: boolean; readonly isNew: boolean; readonly isShared: boolean };

/**
 * Returns whether the member took the address after the sums, when another account may have had it before, and whether other
 * accounts have it too: businesses share an address until one has confirmed it.
 */
async function addressOf({ pool }: Log, { madeAt }: Sums, { id }: Owner): Promise<Address> {
  const { rows } = await pool.query<Address>(
    `select kind = 'person' as "isPerson", greatest(created_at, email_confirmed_at) > $2 as "isNew",
            kind = 'business' and email_confirmed_at is null
              and exists (select from people o where o.email = p.email and o.id <> p.id) as "isShared"
     from people p where id = $1`,
    [id, madeAt],
  );
  return rows[0] ?? { isPerson: true, isNew: true, isShared: false };
}
