import type { Queryable } from '../../../platform/database/pool.ts';
import type { Member } from '../../identity/index.ts';
import { hmacUnder } from '../log/digests.ts';
import type { Log } from '../log/log.ts';
import { notReady } from '../not-ready.ts';
import { assertTreesExist, type Sums } from '../sums/sum-store.ts';

type Owner = Pick<Member, 'id' | 'email'>;
type Statement = { readonly number: number; readonly text: string };

/**
 * Refuses to sign the house's debt to a member in the sums with this number, if the house has signed another text. The
 * same applies to another account with the same address. Two different statements are evidence of fraud. Call it after
 * the balances have been read. Refusals: `proof_not_ready`.
 */
export async function assertMayState(log: Log, { id, email }: Owner, { number, text }: Statement): Promise<void> {
  const digest = hmacUnder(log.secret.memberSecret(id))(text);
  const signed = await firstSigned(log.pool, { number, address: log.secret.addressDigest(email), digest });
  if (!signed.equals(digest)) throw notReady();
  // Otherwise the trees and their signed statements may have been deleted while the balances were read.
  await assertTreesExist(log.pool, number);
}

type Signed = { readonly number: number; readonly address: Buffer; readonly digest: Buffer };

/**
 * Stores the digest of a statement, unless a digest with the same number and address exists. Returns the stored digest.
 */
async function firstSigned(database: Queryable, signed: Signed): Promise<Buffer> {
  const { rows } = await database.query<{ digest: Buffer }>({
    name: 'first-signed-statement',
    text: `with added as (
             insert into signed_statements (number, address, digest) values ($1, $2, $3)
             on conflict do nothing returning digest
           )
           select digest from added union all
           select digest from signed_statements where number = $1 and address = $2`,
    values: [signed.number, signed.address, signed.digest],
  });
  // Another request may have stored its digest since this query began. The next query sees that digest.
  return rows[0]?.digest ?? firstSigned(database, signed);
}

/**
 * Refuses proofs to an unconfirmed business whose address another account has. Otherwise a person could wait forever for
 * a business that names the same address. Businesses share an address until a person has the address or one business
 * has confirmed it. Refusals: `proof_not_ready`.
 */
export async function assertAddressIsOwn(database: Queryable, id: string): Promise<void> {
  const { rowCount } = await database.query({
    name: 'is-unconfirmed-and-shared',
    text: `select from people p where id = $1 and kind = 'business' and email_confirmed_at is null
             and exists (select from people o where o.email = p.email and o.id <> p.id)`,
    values: [id],
  });
  if (rowCount !== 0)
    throw notReady('Another account has the same address. Confirm the address of the business first.');
}

/**
 * Returns whether the sums may have the member's balances under a former address: after a change of the address, until
 * the next sums. The member may have given up the former address already.
 */
export async function isUnderFormerAddress(database: Queryable, { madeAt }: Sums, id: string): Promise<boolean> {
  const { rowCount } = await database.query(
    'select from people where id = $1 and created_at <= $2 and email_confirmed_at > $2',
    [id, madeAt],
  );
  return rowCount !== 0;
}
