import { randomInt } from 'node:crypto';
import { paymentReferenceFor } from '@florin/bank-files';
import { textArray } from '../../platform/database/array-literal.ts';
import type { Pool, Queryable } from '../../platform/database/pool.ts';

const ownDigits = 12;
const maxAttempts = 8;

/**
 * Returns the member's creditor reference (ISO 11649). A member without a reference gets a random one: `RF` and 14
 * digits, which banks print in four groups.
 */
export async function paymentReferenceOf(pool: Pool, userId: string): Promise<string> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    await pool.query('insert into payment_references (reference, user_id) values ($1, $2) on conflict do nothing', [
      paymentReferenceFor(randomDigits()),
      userId,
    ]);
    const { rows } = await pool.query<{ reference: string }>(
      'select reference from payment_references where user_id = $1',
      [userId],
    );
    if (rows[0]) return rows[0].reference; // no row: another member has this random reference
  }
  throw new Error('no free payment reference was found');
}

const randomDigits = () => String(randomInt(10 ** ownDigits)).padStart(ownDigits, '0');

/** The member of a payment reference. */
export type Payee = { readonly id: string; readonly name: string; readonly state: 'open' | 'frozen' | 'closed' };

/** Returns the members of payment references, by reference. */
export async function payeesByReference(
  database: Queryable,
  references: readonly string[],
): Promise<ReadonlyMap<string, Payee>> {
  const { rows } = await database.query<Payee & { reference: string }>(
    `select r.reference, p.id, p.name,
            case when p.closed_at is not null then 'closed' when p.disabled_at is not null then 'frozen' else 'open' end
              as state
     from payment_references r join people p on p.id = r.user_id
     where r.reference = any ($1)`,
    [textArray(references)],
  );
  return new Map(rows.map(({ reference, ...payee }) => [reference, payee]));
}
